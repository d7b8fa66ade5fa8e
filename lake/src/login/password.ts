import { createHash, timingSafeEqual } from 'node:crypto'
import { httpError, RefusedError } from '../errors/errors.ts'
import { loginLimits } from '../limits/limits.ts'
import { networkOf } from './network.ts'
import { WrongTries } from './wrong-tries.ts'

/**
 * Guards a password: compared in constant time, tried a few times only from each network. Whoever
 * guesses elsewhere never keeps the right one out.
 */
export class PasswordGuard {
  readonly #expected: Buffer
  readonly #tries = new WrongTries()

  constructor(password: string) {
    this.#expected = digest(password)
  }

  /**
   * Throws a `RefusedError` 429 before anything is compared when too many were wrong, and a `LakeError`
   * 401 for a wrong password. A right one clears its network.
   */
  check(password: string, address: string): void {
    const network = networkOf(address)
    const { triesOfANetwork, triesOfANetworkUnderAttack, triesOfAll } = loginLimits
    const isUnderAttack = this.#tries.ofAll() >= triesOfAll
    const { count, seconds } = this.#tries.of(network)
    if (count >= (isUnderAttack ? triesOfANetworkUnderAttack : triesOfANetwork)) {
      throw new RefusedError(429, 'Too many tries. Please wait and try again.', seconds)
    }
    if (!timingSafeEqual(digest(password), this.#expected)) {
      this.#tries.add(network)
      throw httpError(401, 'The password is wrong')
    }
    this.#tries.clear(network)
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
