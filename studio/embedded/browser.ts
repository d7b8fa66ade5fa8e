// Must be imported before Sanity's modules, because they keep references to the globals that this file replaces.
import { readConnection } from '../connection.ts'
import { overSocket } from './event-source.ts'
import { takeSignInLink } from './sign-in-link.ts'

if (!readConnection().hosted) {
  takeSignInLink()
  rejectForeignRequests()
  globalThis.EventSource = overSocket(EventSource)
  // Disables a warning about HTTP/1.1. Its limit of six connections does not matter: one socket carries all streams.
  localStorage.setItem('_sanity_debugProtocol', 'h2')
}

/**
 * Makes `fetch` return status 503 for other hosts, without sending a request. The Studio sends two requests to
 * Sanity's hosts that no setting turns off: for newer versions, and for feedback in the help menu. The page's
 * Content-Security-Policy also blocks them, but logs errors to the console.
 */
function rejectForeignRequests(): void {
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input, location.href)
    if (origin === location.origin) return fetch(input, init)
    return Promise.resolve(Response.json({}, { status: 503 }))
  }
}
