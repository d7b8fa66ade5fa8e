import { loginLimits } from '../limits/limits.ts'

interface Tries {
  /** The accounts that were tried, once for each try. */
  accounts: string[]
  until: number
}

/** Wrong passwords of each network and of all, counted for a quarter of an hour from the first on. */
export class WrongTries {
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
