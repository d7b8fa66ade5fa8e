import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { FairQueue, QueueFullError } from 'halvi-runtime/fair-queue'
import { networkOf } from 'halvi-runtime/network'
import { httpError, RetryLaterError } from '../errors/errors.ts'
import { loginLimits } from '../limits/limits.ts'

/**
 * Limits password attempts per network, and hashes passwords of different networks in turns. Attempts from other
 * networks never lock out the correct password.
 */
export class PasswordGuard {
  readonly #attempts = new FailedAttempts()
  readonly #queue = new FairQueue(loginLimits.hashing)

  constructor(
    private readonly cost: PasswordCost = PASSWORD_COST,
    private readonly onRefused = () => {},
  ) {}

  /**
   * Checks a password for an account. If it is correct, clears the network's failed attempts at this account.
   *
   * Throws a `RetryLaterError` 429 after too many failed attempts, before it compares anything. Throws 429 or 503
   * when too many requests wait, and a `LakeError` 401 for a wrong password.
   */
  async check(account: string, address: string, isRight: () => Promise<boolean>): Promise<void> {
    const network = networkOf(address)
    await this.#queued(network, async () => {
      const { maxAttemptsPerNetwork, maxAttemptsPerNetworkUnderAttack, attackThreshold } =
        loginLimits
      const isUnderAttack = this.#attempts.ofAll() >= attackThreshold
      const { count, seconds } = this.#attempts.of(network)
      if (count >= (isUnderAttack ? maxAttemptsPerNetworkUnderAttack : maxAttemptsPerNetwork)) {
        throw new RetryLaterError(
          429,
          'Too many failed attempts. Please wait and try again',
          seconds,
        )
      }
      if (!(await isRight())) {
        this.#attempts.add(network, account)
        throw httpError(401, 'The password is wrong')
      }
      this.#attempts.clear(network, account)
    })
  }

  /** Returns whether a stored hash matches the password, in constant time. Takes as long when there is no hash. */
  async isPassword(password: string, stored: string | undefined): Promise<boolean> {
    const [, N, r, p, salt, hash] = HASH_PATTERN.exec(stored ?? '') ?? []
    if (salt === undefined || hash === undefined) {
      await derive(password, Buffer.alloc(SALT_BYTES), HASH_BYTES, this.cost)
      return false
    }
    const expected = Buffer.from(hash, 'base64url')
    const cost = { N: Number(N), r: Number(r), p: Number(p) }
    const given = await derive(password, Buffer.from(salt, 'base64url'), expected.length, cost)
    return timingSafeEqual(given, expected)
  }

  /**
   * Returns the hash of a new password, with its salt and cost. Throws a `RetryLaterError` when too many requests
   * wait.
   */
  hash(password: string, address: string): Promise<string> {
    return this.#queued(networkOf(address), async () => {
      const salt = randomBytes(SALT_BYTES)
      const hash = await derive(password, salt, HASH_BYTES, this.cost)
      const { N, r, p } = this.cost
      return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
    })
  }

  async #queued<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#queue.run(network, work)
    } catch (error) {
      const isFull = error instanceof QueueFullError
      if (isFull || error instanceof RetryLaterError) this.onRefused()
      if (!isFull) throw error
      const status = error.scope === 'client' ? 429 : 503
      throw new RetryLaterError(
        status,
        'Too many people are signing in right now. Please try again',
        5,
      )
    }
  }
}

/**
 * Cost of hashing: 32 MB and a quarter of a second. See
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const PASSWORD_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 }
const [SALT_BYTES, HASH_BYTES] = [16, 32]

const HASH_PATTERN = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w-]+)\$([\w-]+)$/

const scryptOf = promisify<string, Buffer, number, PasswordCost & { maxmem: number }, Buffer>(
  scrypt,
)

/** Parameters of scrypt (RFC 7914). */
export interface PasswordCost {
  N: number
  r: number
  p: number
}

function derive(password: string, salt: Buffer, bytes: number, cost: PasswordCost) {
  return scryptOf(password, salt, bytes, { ...cost, maxmem: 256 * cost.N * cost.r })
}

interface NetworkAttempts {
  /** The account of each failed attempt. */
  accounts: string[]
  until: number
}

/**
 * Counts failed password attempts, per network and in total. Each count is reset 15 minutes after its first attempt.
 */
class FailedAttempts {
  /** Ordered by the last failed attempt, oldest first. */
  readonly #networks = new Map<string, NetworkAttempts>()
  #all = { count: 0, until: 0 }

  /** Returns a network's count and the seconds until it is reset. */
  of(network: string): { count: number; seconds: number } {
    const { accounts, until } = this.#current(network)
    const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000))
    return { count: accounts.length, seconds }
  }

  ofAll(): number {
    return this.#all.until > Date.now() ? this.#all.count : 0
  }

  add(network: string, account: string): void {
    const end = Date.now() + loginLimits.windowMs
    const { accounts, until } = this.#current(network)
    this.#networks.delete(network)
    this.#networks.set(network, { accounts: [...accounts, account], until: until || end })
    const count = this.ofAll()
    this.#all = { count: count + 1, until: count > 0 ? this.#all.until : end }
    const [oldest] = this.#networks.keys()
    if (this.#networks.size > loginLimits.maxNetworks && oldest !== undefined) {
      this.#networks.delete(oldest)
    }
  }

  /**
   * Clears a network's attempts at one account. Attempts at other accounts still count; otherwise people with an
   * account could reset the limit by signing in and guess forever.
   */
  clear(network: string, account: string): void {
    const { accounts, until } = this.#current(network)
    const others = accounts.filter((other) => other !== account)
    if (others.length > 0) this.#networks.set(network, { accounts: others, until })
    else this.#networks.delete(network)
  }

  #current(network: string): NetworkAttempts {
    const attempts = this.#networks.get(network)
    return attempts && attempts.until > Date.now() ? attempts : { accounts: [], until: 0 }
  }
}
