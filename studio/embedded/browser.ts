// Imported before anything of Studio's, which keeps references to what is replaced here.
import { readConnection } from '../connection.ts'
import { takeEntryLink } from './entry-link.ts'
import { overSocket } from './event-source.ts'

if (!readConnection().hosted) {
  takeEntryLink()
  rejectForeignRequests()
  globalThis.EventSource = overSocket(EventSource)
  // Studio warns of HTTP/1.1 because of its six connections; here one socket carries all streams.
  localStorage.setItem('_sanity_debugProtocol', 'h2')
}

/**
 * Answers `503` to every request for another host before it is made. Studio asks two hosts of
 * Sanity's without a setting that stops it: is there a newer version, and may the help menu offer
 * feedback. The page's Content-Security-Policy would block them too, but says so in the console.
 */
function rejectForeignRequests(): void {
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input, location.href)
    if (origin === location.origin) return fetch(input, init)
    return Promise.resolve(Response.json({}, { status: 503 }))
  }
}
