import { loginLimits } from '../limits/limits.ts'

interface Tries {
  count: number
  /** Milliseconds since 1970. */
  until: number
}

const NONE: Tries = { count: 0, until: 0 }

/** Wrong passwords of each network and of all, counted for a quarter of an hour from the first on. */
export class WrongTries {
  /** The network that was wrong the longest ago comes first. */
  readonly #networks = new Map<string, Tries>()
  #all = NONE

  /** How many a network has behind it, and in how many seconds they are forgotten. */
  of(network: string): { count: number; seconds: number } {
    const { count, until } = current(this.#networks.get(network))
    return { count, seconds: Math.max(1, Math.ceil((until - Date.now()) / 1000)) }
  }

  ofAll(): number {
    return current(this.#all).count
  }

  add(network: string): void {
    const more = oneMore(this.#networks.get(network))
    this.#networks.delete(network)
    this.#networks.set(network, more)
    this.#all = oneMore(this.#all)
    const [longestAgo] = this.#networks.keys()
    if (this.#networks.size > loginLimits.networks && longestAgo !== undefined) {
      this.#networks.delete(longestAgo)
    }
  }

  clear(network: string): void {
    this.#networks.delete(network)
  }
}

function current(tries: Tries | undefined): Tries {
  return tries && tries.until > Date.now() ? tries : NONE
}

function oneMore(tries: Tries | undefined): Tries {
  const { count, until } = current(tries)
  return { count: count + 1, until: until || Date.now() + loginLimits.windowMs }
}
