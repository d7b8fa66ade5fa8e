/** Someone who holds a place. */
export interface Holder {
  readonly network: string
  /** Whether it can give its place up without loss. */
  isIdle(): boolean
  /** Called when its place is given to someone else. */
  end(): void
}

/** The number of places, and how many of them a network may hold. */
export interface PlaceLimits {
  all: number
  ofANetwork: number
}

/**
 * Places that networks share. When all are taken, the network that holds the most gives one up, so that
 * neither one address nor sixty can keep a newcomer out.
 */
export class Places<Kind extends Holder> {
  readonly #limits: PlaceLimits
  readonly #onGivenUp: () => void
  /** In the order in which they came, as sets are. */
  readonly #all = new Set<Kind>()
  readonly #byNetwork = new Map<string, Set<Kind>>()

  constructor(limits: PlaceLimits, onGivenUp: () => void = () => {}) {
    this.#limits = limits
    this.#onGivenUp = onGivenUp
  }

  get size(): number {
    return this.#all.size
  }

  [Symbol.iterator](): Iterator<Kind> {
    return this.#all.values()
  }

  /** Takes a place. Returns the limit that forbids it, if one does: nothing has been taken then. */
  take(holder: Kind): keyof PlaceLimits | undefined {
    const { network } = holder
    const held = this.#byNetwork.get(network) ?? new Set()
    if (held.size >= this.#limits.ofANetwork) {
      if (!this.#giveUp(firstIdle(held))) return 'ofANetwork'
    } else if (this.#all.size >= this.#limits.all && !this.#giveUp(this.#mostDispensable(held))) {
      return 'all'
    }
    this.#all.add(holder)
    this.#byNetwork.set(network, held.add(holder))
    return undefined
  }

  /** Gives a place back, if it is still held. */
  leave(holder: Kind): void {
    this.#all.delete(holder)
    const held = this.#byNetwork.get(holder.network)
    if (held?.delete(holder) && held.size === 0) this.#byNetwork.delete(holder.network)
  }

  /** Returns who makes room for a network that holds these. */
  #mostDispensable(own: Set<Kind>): Kind | undefined {
    let [largest, size]: [Set<Kind> | undefined, number] = [undefined, own.size + 1]
    for (const held of this.#byNetwork.values()) {
      if (held.size > size) [largest, size] = [held, held.size]
    }
    if (!largest) return firstIdle(this.#all)
    const [first] = largest
    return firstIdle(largest) ?? first
  }

  #giveUp(holder: Kind | undefined): boolean {
    if (!holder) return false
    this.leave(holder)
    this.#onGivenUp()
    holder.end()
    return true
  }
}

function firstIdle<Kind extends Holder>(holders: Iterable<Kind>): Kind | undefined {
  for (const holder of holders) if (holder.isIdle()) return holder
  return undefined
}
