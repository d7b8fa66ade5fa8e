/** A client, such as a connection or a request, that occupies a slot. */
export interface SlotHolder {
  readonly network: string
  /** Returns whether the client can lose its slot without losing data. */
  isIdle(): boolean
  /** Called when the client's slot is given to another client. */
  end(): void
}

/** The total number of slots, and the maximum per network. */
export interface SlotLimits {
  total: number
  perNetwork: number
}

/**
 * Slots shared by all networks. When all are taken, the network with the most slots must give one up. So neither a
 * single address nor many addresses can lock out a new network.
 */
export class Slots<Kind extends SlotHolder> {
  readonly #limits: SlotLimits
  readonly #onTakenAway: () => void
  /** All clients, oldest first. */
  readonly #all = new Set<Kind>()
  readonly #byNetwork = new Map<string, Set<Kind>>()

  constructor(limits: SlotLimits, onTakenAway: () => void = () => {}) {
    this.#limits = limits
    this.#onTakenAway = onTakenAway
  }

  get size(): number {
    return this.#all.size
  }

  /** Iterates over all clients, oldest first. */
  [Symbol.iterator](): Iterator<Kind> {
    return this.#all.values()
  }

  /** Takes a slot. Returns undefined on success, otherwise the limit that was reached. */
  take(holder: Kind): keyof SlotLimits | undefined {
    const { network } = holder
    const held = this.#byNetwork.get(network) ?? new Set()
    if (held.size >= this.#limits.perNetwork) {
      if (!this.#takeAway(firstIdle(held))) return 'perNetwork'
    } else if (this.#all.size >= this.#limits.total && !this.#takeAway(this.#leastNeeded(held))) {
      return 'total'
    }
    this.#all.add(holder)
    this.#byNetwork.set(network, held.add(holder))
    return undefined
  }

  /** Releases a slot if the client still has it. */
  release(holder: Kind): void {
    this.#all.delete(holder)
    const held = this.#byNetwork.get(holder.network)
    if (held?.delete(holder) && held.size === 0) this.#byNetwork.delete(holder.network)
  }

  /** Returns the client that must give up its slot for a network with these clients, or undefined. */
  #leastNeeded(own: Set<Kind>): Kind | undefined {
    let [largest, size]: [Set<Kind> | undefined, number] = [undefined, own.size + 1]
    for (const held of this.#byNetwork.values()) {
      if (held.size > size) [largest, size] = [held, held.size]
    }
    if (!largest) return firstIdle(this.#all)
    const [first] = largest
    return firstIdle(largest) ?? first
  }

  #takeAway(holder: Kind | undefined): boolean {
    if (!holder) return false
    this.release(holder)
    this.#onTakenAway()
    holder.end()
    return true
  }
}

function firstIdle<Kind extends SlotHolder>(holders: Iterable<Kind>): Kind | undefined {
  for (const holder of holders) if (holder.isIdle()) return holder
  return undefined
}
