// Imported before anything of Studio's, which keeps references to what is replaced here.
import { readConnection } from '../connection.ts'
import { takeEntryLink } from './entry-link.ts'
import { overSocket } from './event-source.ts'
import { refuseForeignRequests } from './foreign-requests.ts'

if (!readConnection().hosted) {
  takeEntryLink()
  refuseForeignRequests()
  globalThis.EventSource = overSocket(EventSource)
  // Studio warns of HTTP/1.1 because of its six connections; here one socket carries all streams.
  localStorage.setItem('_sanity_debugProtocol', 'h2')
}
