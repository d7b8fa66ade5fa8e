import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { httpError } from '../errors/errors.ts'
import { readPassword } from '../users/account-rules.ts'
import type { Accounts } from '../users/accounts.ts'
import type { PersonRow } from '../users/people-table.ts'
import { hashToken, newToken } from '../users/secret-token.ts'
import type { InvitationMail, Role } from '../users/user.ts'
import { type BrowserAddress, isEncrypted } from './origin.ts'
import type { PasswordCost } from './password-guard.ts'
import { PasswordGuard } from './password-guard.ts'
import { Sessions } from './sessions.ts'

export interface LoginOptions extends BrowserAddress {
  /** The setup password. It creates the first account while nobody manages people. */
  password: string
  /** The cost of hashing a new password. The default takes a quarter of a second. */
  passwordCost?: PasswordCost
  /** The roles of people. By default administrators and editors write, and viewers read. */
  roles?: readonly Role[]
  /** Names of the product and its parts. People may not use them as names or in passwords. */
  productNames?: readonly string[]
  /** Sends an invitation by mail. Resolves to whether it will be sent. */
  mailInvitation?: (invitation: InvitationMail) => Promise<boolean>
  /** How long a session lasts after its last use, in seconds. A week by default. */
  sessionSeconds?: number
  /** Returns whether the request used https. By default, whether the connection is encrypted. */
  secureCookie?: (request: IncomingMessage) => boolean
  /** Returns the address by which failed attempts are counted. By default the connection's address. */
  addressOf?: (request: IncomingMessage) => string
}

export type Login = ReturnType<typeof createLogin>

const WEEK_SECONDS = 7 * 24 * 60 * 60

/** Returns the services for signing in. */
export function createLogin(options: LoginOptions, accounts: Accounts) {
  const { sessionSeconds = WEEK_SECONDS, hostOf, isHttps } = options
  const { secureCookie: isSecure = isHttps ?? isEncrypted } = options
  const addressOf = options.addressOf ?? (({ socket }) => socket.remoteAddress ?? '')
  const { store } = accounts
  const guard = new PasswordGuard(options.passwordCost)
  return {
    guard,
    accounts,
    sessions: new Sessions({ store, seconds: sessionSeconds, isSecure, addressOf }),
    setupTokens: createSetupTokens(),
    /** Returns the person with this address and password. Throws as `PasswordGuard.check` does. */
    async authenticate(
      email: unknown,
      password: unknown,
      request: IncomingMessage,
    ): Promise<PersonRow> {
      if (typeof email !== 'string') throw httpError(400, 'The email address is missing')
      const given = readPassword(password)
      const found = store.people.byEmail(email)
      await guard.check(addressOf(request), () => guard.isPassword(given, found?.password))
      // While the password was hashed, the person may have been removed or may have changed the password.
      const person = found && store.people.byId(found.id)
      if (!person || person.password !== found?.password)
        throw httpError(401, 'The account has changed. Try again')
      return person
    },
    /** Throws unless this is the setup password. */
    async checkSetupPassword(password: unknown, request: IncomingMessage): Promise<void> {
      const given = digest(readPassword(password))
      const isRight = async () => timingSafeEqual(given, digest(options.password.normalize('NFC')))
      await guard.check(addressOf(request), isRight)
    },
    addressOf,
    address: { hostOf, isHttps },
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Returns tokens that create the first account. Each can be used once before it expires. They are lost when the process
 * exits.
 */
function createSetupTokens() {
  // By hash, so that memory contains no usable token.
  const known = new LRUCache<string, true>({ max: 100, perf: { now: () => Date.now() } })
  return {
    make(seconds: number): string {
      const token = newToken()
      known.set(hashToken(token), true, { ttl: seconds * 1000 })
      return token
    },
    isValid: (token: string) => known.has(hashToken(token)),
    end: (token: string) => known.delete(hashToken(token)),
  }
}
