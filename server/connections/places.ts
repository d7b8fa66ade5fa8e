/** Who holds a place. */
export interface Holder {
  readonly network: string
  /** Whether it can give its place up without loss to anybody. */
  isIdle(): boolean
  /** Told that its place is somebody else's now. */
  end(): void
}

/** How many places there are, and how many a network may hold. */
export interface PlaceLimits {
  all: number
  ofANetwork: number
}

/**
 * Places that networks share. When all are taken, the network that holds the most gives one up to one
 * that holds less, so that neither one address nor sixty can keep a newcomer out.
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

  /** Takes a place. Returns which limit stands against it, if one does: nothing has been taken then. */
  take(holder: Kind): keyof PlaceLimits | undefined {
    const own = this.#byNetwork.get(holder.network)
    const held = own?.size ?? 0
    if (own && held >= this.#limits.ofANetwork) {
      if (!this.#giveUp(firstIdle(own))) return 'ofANetwork'
    } else if (this.#all.size >= this.#limits.all && !this.#giveUp(this.#mostDispensable(held))) {
      return 'all'
    }
    this.#all.add(holder)
    const theirs = this.#byNetwork.get(holder.network)
    if (theirs) theirs.add(holder)
    else this.#byNetwork.set(holder.network, new Set([holder]))
    return undefined
  }

  /** Gives a place back; one that is not held any more is none. */
  leave(holder: Kind): void {
    this.#all.delete(holder)
    const own = this.#byNetwork.get(holder.network)
    own?.delete(holder)
    if (own?.size === 0) this.#byNetwork.delete(holder.network)
  }

  /** Who makes room for a network that holds so many. */
  #mostDispensable(held: number): Kind | undefined {
    let most: Set<Kind> | undefined
    for (const theirs of this.#byNetwork.values()) {
      if (theirs.size > (most?.size ?? held + 1)) most = theirs
    }
    if (!most) return firstIdle(this.#all)
    return firstIdle(most) ?? most.values().next().value
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
