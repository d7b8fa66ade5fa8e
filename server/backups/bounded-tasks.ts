/** Maximum number of chunks that are compressed, encrypted, and sent concurrently. */
const maxRunning = 4

/**
 * Runs a limited number of tasks concurrently, which also limits memory. After the first error, no further task starts.
 */
export class BoundedTasks {
  readonly #running = new Set<Promise<unknown>>()
  #failed: { error: unknown } | undefined

  /** Waits for a free slot, then starts the task. Resolves to an object that contains the promise of the task. */
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

  /**
   * Resolves when all tasks are done.
   *
   * @throws the error of the first task that failed
   */
  async end(): Promise<void> {
    await Promise.all(this.#running)
    if (this.#failed) throw this.#failed.error
  }
}
