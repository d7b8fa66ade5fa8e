import type { IncomingMessage } from 'node:http'
import type { UserStore } from '../users/user-store.ts'
import { PasswordGuard } from './password.ts'
import { sessionKey } from './session-key.ts'
import { Sessions } from './sessions.ts'
import { SignInTokens } from './sign-in-tokens.ts'

/** How browsers sign in. */
export interface LoginOptions {
  password: string
  /** How long a session lasts after it was last used; a week by default. */
  sessionSeconds?: number
  /** Did the request come over https? By default when this very connection is encrypted. */
  secureCookie?: (request: IncomingMessage) => boolean
  /** Whose tries are counted together; by default the address of the connection. */
  addressOf?: (request: IncomingMessage) => string
  /** The host in the browser's address bar; by default the Host header. */
  hostOf?: (request: IncomingMessage) => string | undefined
}

/** The parts of signing in. */
export interface Login {
  guard: PasswordGuard
  sessions: Sessions
  tokens: SignInTokens
  addressOf: (request: IncomingMessage) => string
  hostOf: ((request: IncomingMessage) => string | undefined) | undefined
}

const WEEK_SECONDS = 7 * 24 * 60 * 60

/** Makes signing in possible; its key is kept in the directory. */
export function createLogin(directory: string, options: LoginOptions, store: UserStore): Login {
  const { password, sessionSeconds = WEEK_SECONDS, secureCookie, addressOf, hostOf } = options
  return {
    guard: new PasswordGuard(password),
    sessions: new Sessions({
      key: sessionKey(directory),
      password,
      seconds: sessionSeconds,
      isSecure:
        secureCookie ?? (({ socket }) => 'encrypted' in socket && socket.encrypted === true),
      store,
    }),
    tokens: new SignInTokens(),
    addressOf: addressOf ?? (({ socket }) => socket.remoteAddress ?? ''),
    hostOf,
  }
}
