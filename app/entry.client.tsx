import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

// Pages in preview alone load it: for visitors the server renders them, and islands run by themselves.
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />)
})
