// Imported before anything of Studio's, which keeps references to what is replaced here.
import { readConnection } from '../connection.ts'
import { takeEntryLink } from './entry-link.ts'
import { overSocket } from './event-source.ts'
import { rejectForeignRequests } from './foreign-requests.ts'

if (!readConnection().hosted) {
  takeEntryLink()
  rejectForeignRequests()
  globalThis.EventSource = overSocket(EventSource)
  // Studio warns of HTTP/1.1 because of its six connections; here one socket carries all streams.
  localStorage.setItem('_sanity_debugProtocol', 'h2')
}
