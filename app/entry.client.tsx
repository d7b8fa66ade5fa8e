import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

/**
 * Resolves when Remix has decoded the data of the page. It begins to when it is first rendered, which
 * it suspends then by throwing a promise. Were that within the hydration, a key that is pressed
 * meanwhile would end it: React can't make a page at once that suspends outside of any boundary
 * (its error 345), and the page would never run.
 */
async function dataDecoded(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (suspended) {
    await suspended
  }
}

void dataDecoded().then(() => {
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />)
  })
})
