import { RetryLaterError } from '../errors/errors.ts'

/** Limits the number of open connections, per network and in total. */
export class ConnectionLimit {
  readonly #byNetwork = new Map<string, number>()
  #all = 0

  constructor(
    private readonly limit: number,
    private readonly limitPerNetwork: number,
    private readonly onRefused: () => void,
  ) {}

  /**
   * Takes a slot. Returns a function that releases it; call it once.
   *
   * @throws RetryLaterError 429 when the network has too many connections, 503 when there are too many in total
   */
  acquire(network: string): () => void {
    const count = this.#byNetwork.get(network) ?? 0
    const status = count >= this.limitPerNetwork ? 429 : this.#all >= this.limit ? 503 : undefined
    if (status) {
      this.onRefused()
      throw new RetryLaterError(status, 'Too many open connections', 10)
    }
    this.#byNetwork.set(network, count + 1)
    this.#all++
    return () => {
      this.#all--
      const left = (this.#byNetwork.get(network) ?? 1) - 1
      if (left > 0) this.#byNetwork.set(network, left)
      else this.#byNetwork.delete(network)
    }
  }
}
