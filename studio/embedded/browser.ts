import { readConnection } from '../connection.ts'
import { takeSignInLink } from './sign-in-link.ts'

if (!readConnection().hosted) {
  takeSignInLink()
  // Sanity's own switch of its warning about HTTP/1.1, which does not matter: one socket carries all streams.
  localStorage.setItem('_sanity_debugProtocol', 'h2')
}
