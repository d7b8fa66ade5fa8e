import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { FairQueue, QueueFullError } from 'halvi-runtime/fair-queue'
import { networkOf } from 'halvi-runtime/network'
import { httpError, RefusedError } from '../errors/errors.ts'
import { loginLimits } from '../limits/limits.ts'

/** Limits tries of each network, and lets networks take turns. Guesses from elsewhere never lock the right password out. */
export class PasswordGuard {
  readonly #tries = new WrongTries()
  readonly #queue = new FairQueue(loginLimits.hashing)

  constructor(
    private readonly cost: PasswordCost = PASSWORD_COST,
    private readonly onRefused = () => {},
  ) {}

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

  /** Returns whether a stored hash is that password's, in constant time; without one it takes as long. */
  async isPassword(password: string, kept: string | undefined): Promise<boolean> {
    const [, N, r, p, salt, hash] = SHAPE.exec(kept ?? '') ?? []
    if (salt === undefined || hash === undefined) {
      await derive(password, Buffer.alloc(SALT_BYTES), HASH_BYTES, this.cost)
      return false
    }
    const expected = Buffer.from(hash, 'base64url')
    const cost = { N: Number(N), r: Number(r), p: Number(p) }
    const given = await derive(password, Buffer.from(salt, 'base64url'), expected.length, cost)
    return timingSafeEqual(given, expected)
  }

  /** Returns the hash of a new password, with its salt and cost. Throws a `RefusedError` when too many wait. */
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
      if (isFull || error instanceof RefusedError) this.onRefused()
      if (!isFull) throw error
      const status = error.scope === 'client' ? 429 : 503
      throw new RefusedError(status, 'Too many sign in at once. Please try again.', 5)
    }
  }
}

/** https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html: 32 MB, a quarter of a second. */
const PASSWORD_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 }
const [SALT_BYTES, HASH_BYTES] = [16, 32]

const SHAPE = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w-]+)\$([\w-]+)$/

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

interface Tries {
  /** The accounts that were tried, once for each try. */
  accounts: string[]
  until: number
}

/** Wrong passwords of each network and of all, counted for a quarter of an hour from the first on. */
class WrongTries {
  /** The network that was wrong the longest ago comes first. */
  readonly #networks = new Map<string, Tries>()
  #all = { count: 0, until: 0 }

  /** Returns a network's count, and in how many seconds it is forgotten. */
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
    const [longestAgo] = this.#networks.keys()
    if (this.#networks.size > loginLimits.networks && longestAgo !== undefined) {
      this.#networks.delete(longestAgo)
    }
  }

  /** Forgets a network's tries at one account: with an account of their own, people could guess at others' for ever. */
  clear(network: string, account: string): void {
    const { accounts, until } = this.#current(network)
    const others = accounts.filter((other) => other !== account)
    if (others.length > 0) this.#networks.set(network, { accounts: others, until })
    else this.#networks.delete(network)
  }

  #current(network: string): Tries {
    const tries = this.#networks.get(network)
    return tries && tries.until > Date.now() ? tries : { accounts: [], until: 0 }
  }
}
