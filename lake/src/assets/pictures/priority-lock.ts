/** Which job goes first: of those that wait, the lower one. */
export type Priority = 0 | 1 | 2

/**
 * Lets one job in at a time, and the next by its priority. Those of the first class let one of the
 * second go between now and then, so that they cannot hold it up for ever; the third goes when
 * nothing else waits.
 */
export class PriorityLock {
  readonly #waiting: [(() => void)[], (() => void)[], (() => void)[]] = [[], [], []]
  readonly #firstBeforeSecond: number
  #running = false
  #firsts = 0

  /** How many of the first class go while one of the second waits. */
  constructor(firstBeforeSecond: number) {
    this.#firstBeforeSecond = firstBeforeSecond
  }

  /** Runs a job once it is next and settles as it does. */
  async run<Result>(priority: Priority, job: () => Promise<Result>): Promise<Result> {
    if (this.#running) await new Promise<void>((start) => this.#waiting[priority].push(start))
    this.#running = true
    try {
      return await job()
    } finally {
      // Whoever comes next by what this job's end brings about is to be among those that wait.
      setImmediate(() => this.#release())
    }
  }

  #release(): void {
    const next = this.#next()
    if (next) next()
    else this.#running = false
  }

  #next(): (() => void) | undefined {
    const [first, second, third] = this.#waiting
    const isFirst =
      first.length > 0 && !(second.length > 0 && this.#firsts >= this.#firstBeforeSecond)
    this.#firsts = isFirst ? this.#firsts + 1 : 0
    return isFirst ? first.shift() : (second.shift() ?? third.shift())
  }
}
