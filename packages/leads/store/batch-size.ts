/** Time that a transaction of a background job may take before its commit, in milliseconds: submissions wait for it. */
const targetMs = 5

/** Number of items that take hardly longer than one. */
const minSize = 10

/** The number of items in the next transaction of a job, which adapts to the time that the last one took. */
export class BatchSize {
  #size: number

  /** @param max maximum number of items */
  constructor(private readonly max: number) {
    this.#size = Math.min(max, 10)
  }

  get size(): number {
    return this.#size
  }

  /** Runs the statements of a transaction with the current number of items. */
  async measure<Result>(work: (size: number) => Promise<Result>): Promise<Result> {
    const started = performance.now()
    const result = await work(this.#size)
    // At most doubled, so that one fast transaction is not followed by a long one.
    const factor = Math.min(targetMs / (performance.now() - started), 2)
    const size = factor < 1 ? Math.floor(this.#size * factor) : Math.ceil(this.#size * factor)
    this.#size = Math.max(Math.min(size, this.max), Math.min(minSize, this.max))
    return result
  }
}
