import { RefusedError } from '../errors/errors.ts'

/** Bounds the connections that are open, of each network and in all. */
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
   * Takes a place; the function that it gives, called once, gives it back.
   *
   * @throws RefusedError 429 when the network has too many, 503 when all have
   */
  take(network: string): () => void {
    const own = this.#byNetwork.get(network) ?? 0
    const status = own >= this.#limitOfANetwork ? 429 : this.#all >= this.#limit ? 503 : undefined
    if (status) {
      this.#onRefused()
      throw new RefusedError(status, 'Too many connections are open', 10)
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
