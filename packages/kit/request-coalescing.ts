/** A result that is being produced, and the changes since its start. */
export interface Pending<Change> {
  /** Returns whether none of the changes since the start concerns the result. */
  isCurrent(concerns: (change: Change) => boolean): boolean
}

/** Produces each result once, even if several callers request it at the same time. */
export class RequestCoalescing<Result, Change> {
  readonly #joinable = new Map<string, Promise<Result>>()
  readonly #running = new Set<Change[]>()

  /** Returns the pending result for a key, or starts to produce it. */
  join(key: string, make: (pending: Pending<Change>) => Promise<Result>): Promise<Result> {
    const joined = this.#joinable.get(key)
    if (joined) return joined
    const missed: Change[] = []
    this.#running.add(missed)
    const made = make({
      isCurrent: (concerns) => !missed.some(concerns),
    }).finally(() => {
      this.#running.delete(missed)
      if (this.#joinable.get(key) === made) this.#joinable.delete(key)
    })
    this.#joinable.set(key, made)
    return made
  }

  /**
   * Records a change. Later callers do not join results that were started before it, unless `concerns` returns false for
   * their key.
   */
  change(change: Change, concerns: (key: string) => boolean = () => true): void {
    for (const missed of this.#running) missed.push(change)
    for (const key of this.#joinable.keys()) if (concerns(key)) this.#joinable.delete(key)
  }
}
