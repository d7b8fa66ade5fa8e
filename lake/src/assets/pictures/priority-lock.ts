/** Which job goes first: of those that wait, the lower one. */
export type Priority = 0 | 1 | 2

/**
 * Runs one job at a time by priority. Now and then one of the second class precedes those of the first; the third
 * waits for all.
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
