import { FairQueue, QueueFullError } from 'halvi-runtime/fair-queue'
import { networkOf } from 'halvi-runtime/network'
import { httpError, RefusedError } from '../errors/errors.ts'
import { loginLimits } from '../limits/limits.ts'
import { hashPassword, isPassword, PASSWORD_COST, type PasswordCost } from './password-hash.ts'
import { WrongTries } from './wrong-tries.ts'

/**
 * Limits tries of each network, and lets networks take turns. Guesses from elsewhere never lock the right password
 * out.
 */
export class PasswordGuard {
  readonly #tries = new WrongTries()
  readonly #queue = new FairQueue(loginLimits.hashing)
  readonly #cost: PasswordCost
  readonly #onRefused: () => void

  constructor(cost: PasswordCost = PASSWORD_COST, onRefused = () => {}) {
    this.#cost = cost
    this.#onRefused = onRefused
  }

  /**
   * Checks whether a password is right for an account, and if so clears the network's tries at it. Throws a
   * `RefusedError` 429 before anything is compared after too many wrong ones, 429 or 503 when too many wait,
   * and a `LakeError` 401 for a wrong one.
   */
  async check(account: string, address: string, isRight: () => Promise<boolean>): Promise<void> {
    const network = networkOf(address)
    await this.#queued(network, async () => {
      const { triesOfANetwork, triesOfANetworkUnderAttack, triesOfAll } = loginLimits
      const isUnderAttack = this.#tries.ofAll() >= triesOfAll
      const { count, seconds } = this.#tries.of(network)
      if (count >= (isUnderAttack ? triesOfANetworkUnderAttack : triesOfANetwork)) {
        throw new RefusedError(429, 'Too many tries. Please wait and try again.', seconds)
      }
      if (!(await isRight())) {
        this.#tries.add(network, account)
        throw httpError(401, 'The password is wrong')
      }
      this.#tries.clear(network, account)
    })
  }

  /** Returns whether a stored hash is that password's. */
  isPassword(password: string, kept: string | undefined): Promise<boolean> {
    return isPassword(password, kept, this.#cost)
  }

  /** Returns the hash of a new password. Throws a `RefusedError` when too many wait. */
  hash(password: string, address: string): Promise<string> {
    return this.#queued(networkOf(address), () => hashPassword(password, this.#cost))
  }

  async #queued<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#queue.run(network, work)
    } catch (error) {
      const isFull = error instanceof QueueFullError
      if (isFull || error instanceof RefusedError) this.#onRefused()
      if (!isFull) throw error
      const status = error.scope === 'client' ? 429 : 503
      throw new RefusedError(status, 'Too many sign in at once. Please try again.', 5)
    }
  }
}
