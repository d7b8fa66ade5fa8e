import { type ContentChange, isHit } from '../content-updates.ts'

/** Something being made, and what has been published since it was begun. */
export interface Pending {
  /** Whether it is still true, given what it depends on. */
  isCurrent(tags: ReadonlySet<string>): boolean
}

/** Makes things once, however many ask for them meanwhile. */
export class RequestCoalescing<Made> {
  readonly #joinable = new Map<string, Promise<Made>>()
  readonly #running = new Set<ContentChange[]>()

  /** Joins what is being made under a key, or begins to make it. */
  join(key: string, make: (pending: Pending) => Promise<Made>): Promise<Made> {
    const joined = this.#joinable.get(key)
    if (joined) return joined
    const missed: ContentChange[] = []
    this.#running.add(missed)
    const made = make({
      isCurrent: (tags) => !missed.some((change) => isHit(tags, change)),
    }).finally(() => {
      this.#running.delete(missed)
      if (this.#joinable.get(key) === made) this.#joinable.delete(key)
    })
    this.#joinable.set(key, made)
    return made
  }

  /** What is being made now may come too late: whoever asks from now on gets it made anew. */
  change(change: ContentChange): void {
    for (const missed of this.#running) missed.push(change)
    this.#joinable.clear()
  }
}
