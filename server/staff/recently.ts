/** So many are remembered; the oldest is forgotten first. */
const most = 2_000

/** Tells what has not happened for a while, so that it is written down once. */
export class Recently {
  readonly #last = new Map<string, number>()
  readonly #ms: number

  /** @param ms for how long something counts as the same, in milliseconds */
  constructor(ms: number) {
    this.#ms = ms
  }

  /** Whether this is the first time for a while; from now on it is not. */
  isNew(what: string): boolean {
    const now = performance.now()
    const last = this.#last.get(what)
    if (last !== undefined && now - last < this.#ms) return false
    this.#last.delete(what)
    this.#last.set(what, now)
    const [oldest] = this.#last.keys()
    if (this.#last.size > most && oldest !== undefined) this.#last.delete(oldest)
    return true
  }
}
