import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { httpError } from '../errors/errors.ts'
import { readPassword } from '../users/account-rules.ts'
import type { Accounts } from '../users/accounts.ts'
import type { PersonRow } from '../users/people-table.ts'
import { hashToken, newToken } from '../users/secret-token.ts'
import type { Role } from '../users/user.ts'
import { type BrowserAddress, isEncrypted } from './origin.ts'
import type { PasswordCost } from './password-guard.ts'
import { PasswordGuard } from './password-guard.ts'
import { Sessions } from './sessions.ts'

export interface LoginOptions extends BrowserAddress {
  /** Lets the first person in, while there is nobody who manages people. */
  password: string
  /** The cost of hashing a new password; a quarter of a second by default. */
  passwordCost?: PasswordCost
  /** By default administrators and editors write, viewers read. */
  roles?: readonly Role[]
  /** Names of the product and its parts: no person is named so, and no password is made of them. */
  productNames?: readonly string[]
  /** How long a session lasts after it was last used; a week by default. */
  sessionSeconds?: number
  /** Whether the request came over https; by default whether this very connection is encrypted. */
  secureCookie?: (request: IncomingMessage) => boolean
  /** The address by which tries are counted; by default that of the connection. */
  addressOf?: (request: IncomingMessage) => string
}

export type Login = ReturnType<typeof createLogin>

const WEEK_SECONDS = 7 * 24 * 60 * 60

/** Returns the parts of signing in. `onRefused` gets the names of limits that were reached. */
export function createLogin(
  options: LoginOptions,
  accounts: Accounts,
  onRefused?: (limit: string) => void,
) {
  const { sessionSeconds = WEEK_SECONDS, hostOf, isHttps } = options
  const { secureCookie: isSecure = isHttps ?? isEncrypted } = options
  const addressOf = options.addressOf ?? (({ socket }) => socket.remoteAddress ?? '')
  const { store } = accounts
  const guard = new PasswordGuard(options.passwordCost, () => onRefused?.('passwords'))
  return {
    guard,
    accounts,
    sessions: new Sessions({ store, seconds: sessionSeconds, isSecure, addressOf }),
    setupTokens: new SetupTokens(),
    /** Returns the person of an address and password. Throws as `PasswordGuard.check` does. */
    async authenticate(
      email: unknown,
      password: unknown,
      request: IncomingMessage,
    ): Promise<PersonRow> {
      if (typeof email !== 'string') throw httpError(400, 'The e-mail address is missing')
      const given = readPassword(password)
      const found = store.people.byEmail(email)
      // An address that nobody has counts as one account: it is not kept.
      await guard.check(found?.id ?? '', addressOf(request), () =>
        guard.isPassword(given, found?.password),
      )
      // While it was hashed they may have been removed, or have changed it.
      const person = found && store.people.byId(found.id)
      if (!person || person.password !== found?.password) throw httpError(401, 'Try again')
      return person
    },
    /** Throws unless it is the password that lets the first person in. */
    async checkSetupPassword(password: unknown, request: IncomingMessage): Promise<void> {
      const given = digest(readPassword(password))
      const isRight = async () => timingSafeEqual(given, digest(options.password.normalize('NFC')))
      await guard.check('', addressOf(request), isRight)
    },
    addressOf,
    address: { hostOf, isHttps },
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

const MAX_TOKENS = 100

/** Tokens that let the first person in, once and within their time. They end with the process. */
class SetupTokens {
  /** By hash, so that memory holds nothing to sign in with. */
  readonly #expiries = new Map<string, number>()

  make(seconds: number): string {
    const [oldest] = this.#expiries.keys()
    if (this.#expiries.size >= MAX_TOKENS && oldest !== undefined) this.#expiries.delete(oldest)
    const token = newToken()
    this.#expiries.set(hashToken(token), Date.now() + seconds * 1000)
    return token
  }

  isGood(token: string): boolean {
    return (this.#expiries.get(hashToken(token)) ?? 0) > Date.now()
  }

  end(token: string): void {
    this.#expiries.delete(hashToken(token))
  }
}
