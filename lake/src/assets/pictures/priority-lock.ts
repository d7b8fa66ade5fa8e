/** The class of a job: of waiting jobs, the lower goes first. */
export type Priority = 0 | 1 | 2

/**
 * Runs one job at a time by priority. After some of the first class one of the second goes, so that they cannot
 * hold it up for ever; the third goes when nothing else waits.
 */
export class PriorityLock {
  readonly #waiting: [(() => void)[], (() => void)[], (() => void)[]] = [[], [], []]
  readonly #firstBeforeSecond: number
  #running = false
  #firsts = 0

  constructor(firstBeforeSecond: number) {
    this.#firstBeforeSecond = firstBeforeSecond
  }

  async run<Result>(priority: Priority, job: () => Promise<Result>): Promise<Result> {
    if (this.#running) await new Promise<void>((start) => this.#waiting[priority].push(start))
    this.#running = true
    try {
      return await job()
    } finally {
      // Jobs that follow from this one's end are to be among those that wait.
      setImmediate(() => this.#startNext())
    }
  }

  #startNext(): void {
    const [first, second, third] = this.#waiting
    const isFirst =
      first.length > 0 && !(second.length > 0 && this.#firsts >= this.#firstBeforeSecond)
    this.#firsts = isFirst ? this.#firsts + 1 : 0
    const start = isFirst ? first.shift() : (second.shift() ?? third.shift())
    if (start) start()
    else this.#running = false
  }
}
