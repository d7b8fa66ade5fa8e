interface Limits {
  /** So long something holds, in milliseconds. */
  holdsMs: number
  /** And that it could not be found out. */
  failureHoldsMs: number
  /** So many are remembered; the oldest is forgotten first. */
  most: number
}

/** Remembers for a while what was found out, which whoever asks meanwhile waits for. */
export class Remembered<Value> {
  readonly #limits: Limits
  readonly #known = new Map<string, { value: Promise<Value>; until: number }>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** What is known by a key, or is found out now. */
  of(key: string, find: () => Promise<Value>): Promise<Value> {
    const known = this.#known.get(key)
    if (known && known.until > performance.now()) return known.value
    const { holdsMs, failureHoldsMs, most } = this.#limits
    const value = find()
    const entry = { value, until: Number.POSITIVE_INFINITY }
    this.#known.delete(key)
    this.#known.set(key, entry)
    const [oldest] = this.#known.keys()
    if (this.#known.size > most && oldest !== undefined) this.#known.delete(oldest)
    value.then(
      (found) => {
        entry.until = performance.now() + (found === undefined ? failureHoldsMs : holdsMs)
      },
      () => {
        entry.until = performance.now() + failureHoldsMs
      },
    )
    return value
  }
}
