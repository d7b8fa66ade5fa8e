/** What comes counts for so long at least, and twice as long at most, in milliseconds. */
const windowMs = 1_000

/**
 * How much each network wants lately: connections, and requests that no kept page answered. A crowd that
 * keeps the site busy is told by it from visitors long before it has had its turn.
 */
export class RecentDemand {
  #current = new Map<string, number>()
  #former = new Map<string, number>()
  #ends = 0

  note(network: string, now = performance.now()): void {
    this.#turn(now)
    this.#current.set(network, (this.#current.get(network) ?? 0) + 1)
  }

  of(network: string, now = performance.now()): number {
    this.#turn(now)
    return (this.#current.get(network) ?? 0) + (this.#former.get(network) ?? 0)
  }

  #turn(now: number): void {
    if (now < this.#ends) return
    this.#former = now < this.#ends + windowMs ? this.#current : new Map()
    this.#current = new Map()
    this.#ends = now + windowMs
  }
}
