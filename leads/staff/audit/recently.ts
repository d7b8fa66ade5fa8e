/** So many are remembered; the oldest is forgotten first. */
const most = 2_000

/** What is written down once, however often it happens within a while. */
export class Recently {
  readonly #last = new Map<string, number>()
  readonly #ms: number

  /** @param ms for how long something counts as the same, in milliseconds */
  constructor(ms: number) {
    this.#ms = ms
  }

  /** Writes it down unless that was done a while ago; what fails, which is thrown, counts as not done. */
  async once(what: string, write: () => Promise<unknown>): Promise<void> {
    const last = this.#last.get(what)
    if (last !== undefined && performance.now() - last < this.#ms) return
    await write()
    this.#last.delete(what)
    this.#last.set(what, performance.now())
    const [oldest] = this.#last.keys()
    if (this.#last.size > most && oldest !== undefined) this.#last.delete(oldest)
  }
}
