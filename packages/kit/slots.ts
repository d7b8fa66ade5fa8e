import { LimitReachedError } from './fair-queue.ts'

/** Limits how many slots clients hold at the same time, per client and in total. */
export class Slots {
  readonly #byClient = new Map<string, number>()
  #size = 0

  /** @param name the name of the limit in a `LimitReachedError` */
  constructor(
    private readonly name: string,
    private readonly limits: { total: number; perClient: number },
  ) {}

  get size(): number {
    return this.#size
  }

  /**
   * Takes a slot. Returns a function that releases it; more calls of it have no effect.
   *
   * @throws LimitReachedError
   */
  take(client: string): () => void {
    const held = this.#byClient.get(client) ?? 0
    if (held >= this.limits.perClient) throw new LimitReachedError('client', this.name)
    if (this.#size >= this.limits.total) throw new LimitReachedError('all', this.name)
    this.#byClient.set(client, held + 1)
    this.#size++
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#size--
      const left = (this.#byClient.get(client) ?? 1) - 1
      if (left > 0) this.#byClient.set(client, left)
      else this.#byClient.delete(client)
    }
  }
}
