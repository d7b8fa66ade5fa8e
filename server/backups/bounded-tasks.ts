/** How many chunks are compressed, encrypted and sent at once. */
const maxRunning = 4

/** Bounds how many tasks run at once, and thereby memory; after the first error no further one starts. */
export class BoundedTasks {
  readonly #running = new Set<Promise<unknown>>()
  #failed: { error: unknown } | undefined

  /** Starts a task as soon as there is a slot for it, and resolves to its promise then. */
  async add<Result>(work: () => Promise<Result>): Promise<{ done: Promise<Result> }> {
    while (this.#running.size >= maxRunning) await Promise.race(this.#running)
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

  /** Resolves when all tasks are done. @throws the first error */
  async end(): Promise<void> {
    await Promise.all(this.#running)
    if (this.#failed) throw this.#failed.error
  }
}
