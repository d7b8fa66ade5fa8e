import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { FairQueue } from 'halvi-kit/fair-queue'
import { networkOf } from 'halvi-kit/network'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { httpError, RetryLaterError } from '../errors/errors.ts'
import { loginLimits } from '../limits/limits.ts'

const { maxAttemptsPerNetwork, windowSeconds, hashing } = loginLimits

/**
 * Limits wrong passwords per network, and hashes passwords of different networks in turns. Attempts from other
 * networks never lock out the correct password.
 */
export class PasswordGuard {
  readonly #failures = new RateLimiterMemory({
    points: maxAttemptsPerNetwork,
    duration: windowSeconds,
  })
  readonly #queue = new FairQueue(hashing, 'passwords')

  constructor(private readonly cost: PasswordCost = PASSWORD_COST) {}

  /**
   * Checks a password. Throws a `RetryLaterError` 429 after too many wrong ones, before it compares anything, a
   * `LimitReachedError` when too many requests wait, and a `LakeError` 401 for a wrong password.
   */
  async check(address: string, isRight: () => Promise<boolean>): Promise<void> {
    const network = networkOf(address)
    await this.#queue.run(network, async () => {
      const failures = await this.#failures.get(network)
      if (failures && failures.consumedPoints >= maxAttemptsPerNetwork) {
        const seconds = Math.max(1, Math.ceil(failures.msBeforeNext / 1000))
        const message = `Too many failed attempts. Try again in ${Math.ceil(seconds / 60)} min`
        throw new RetryLaterError(429, message, seconds, 'passwords')
      }
      if (await isRight()) return
      await this.#failures.penalty(network)
      throw httpError(401, 'The email or password is wrong')
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

  /** Returns the hash of a new password, with its salt and cost. Throws a `LimitReachedError`. */
  hash(password: string, address: string): Promise<string> {
    return this.#queue.run(networkOf(address), async () => {
      const salt = randomBytes(SALT_BYTES)
      const hash = await derive(password, salt, HASH_BYTES, this.cost)
      const { N, r, p } = this.cost
      return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
    })
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
