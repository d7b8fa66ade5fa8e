import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

// Only pages in preview load this script. Visitors get server-rendered pages, whose islands start without Remix.
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />)
})
