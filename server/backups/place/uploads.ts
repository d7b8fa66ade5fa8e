/** So many chunks are compressed, encrypted and sent at once. */
const most = 4

/** Bounds how much is under way, and thereby memory; the first error ends all. */
export class Uploads {
  readonly #running = new Set<Promise<unknown>>()
  #failed: { error: unknown } | undefined

  /** Resolves, to the promise of what it begins, as soon as there is a place for it. */
  async add<Result>(work: () => Promise<Result>): Promise<{ done: Promise<Result> }> {
    while (this.#running.size >= most) await Promise.race(this.#running)
    if (this.#failed) throw this.#failed.error
    const done = work()
    const running: Promise<unknown> = done
      .catch((error) => {
        this.#failed ??= { error }
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
    return { done }
  }

  /** Resolves when all is done. @throws the first error */
  async end(): Promise<void> {
    await Promise.all(this.#running)
    if (this.#failed) throw this.#failed.error
  }
}
