import { RefusedError } from '../errors/errors.ts'

/** Limits the number of open connections, per network and in total. */
export class ConnectionLimit {
  readonly #limit: number
  readonly #limitOfANetwork: number
  readonly #onRefused: () => void
  readonly #byNetwork = new Map<string, number>()
  #all = 0

  constructor(limit: number, limitOfANetwork: number, onRefused: () => void) {
    this.#limit = limit
    this.#limitOfANetwork = limitOfANetwork
    this.#onRefused = onRefused
  }

  /**
   * Takes a slot. Returns a function that releases it; call it once.
   *
   * @throws RefusedError 429 when the network has too many connections, 503 when there are too many in total
   */
  take(network: string): () => void {
    const own = this.#byNetwork.get(network) ?? 0
    const status = own >= this.#limitOfANetwork ? 429 : this.#all >= this.#limit ? 503 : undefined
    if (status) {
      this.#onRefused()
      throw new RefusedError(status, 'Too many open connections', 10)
    }
    this.#byNetwork.set(network, own + 1)
    this.#all++
    return () => {
      this.#all--
      const left = (this.#byNetwork.get(network) ?? 1) - 1
      if (left > 0) this.#byNetwork.set(network, left)
      else this.#byNetwork.delete(network)
    }
  }
}
