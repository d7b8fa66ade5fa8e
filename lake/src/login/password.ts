import { createHash, timingSafeEqual } from 'node:crypto'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { httpError, type LakeError } from '../errors.ts'
import { networkOf } from './network.ts'

const WINDOW_SECONDS = 15 * 60
const TRIES_OF_AN_ADDRESS = 10
const TRIES_OVER_ALL = 200

/** Guards a password: compared in constant time, tried a few times only. */
export class PasswordGuard {
  readonly #expected: Buffer
  readonly #byAddress = new RateLimiterMemory({
    points: TRIES_OF_AN_ADDRESS,
    duration: WINDOW_SECONDS,
  })
  readonly #overall = new RateLimiterMemory({ points: TRIES_OVER_ALL, duration: WINDOW_SECONDS })

  constructor(password: string) {
    this.#expected = digest(password)
  }

  /**
   * Throws `TooManyTries` before anything is compared when too many were wrong, and a
   * `LakeError` 401 for a wrong password. A right one clears the address, not the others.
   */
  async check(password: string, address: string): Promise<void> {
    const key = networkOf(address)
    await this.#consume(this.#byAddress, key)
    await this.#consume(this.#overall, 'all')
    if (!timingSafeEqual(digest(password), this.#expected)) {
      throw httpError(401, 'The password is wrong')
    }
    await this.#byAddress.delete(key)
    await this.#overall.reward('all')
  }

  async #consume(limiter: RateLimiterMemory, key: string): Promise<void> {
    try {
      await limiter.consume(key)
    } catch (refusal) {
      if (refusal instanceof Error) throw refusal
      const { msBeforeNext } = refusal as RateLimiterRes
      throw new TooManyTries(Math.max(1, Math.ceil(msBeforeNext / 1000)))
    }
  }
}

/** So many wrong passwords came that none is looked at for a while. */
export class TooManyTries extends Error {
  readonly seconds: number

  constructor(seconds: number) {
    super('Too many tries')
    this.name = 'TooManyTries'
    this.seconds = seconds
  }

  /** The answer, a `LakeError` 429. */
  refusal(): LakeError {
    return httpError(429, 'Too many tries. Please wait and try again.')
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
