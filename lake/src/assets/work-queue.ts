import { httpError } from '../errors.ts'

/**
 * Runs jobs, at most `parallel` at a time and in the order they came. At most
 * `waiting` further ones queue: beyond that `run` throws a `LakeError` 503 at once,
 * so that a flood of requests costs answers rather than memory.
 */
export class WorkQueue {
  private readonly parallel: number
  private readonly waiting: number
  private running = 0
  private closed = false
  private readonly queue: (() => void)[] = []
  private readonly idle: (() => void)[] = []

  constructor(parallel: number, waiting: number) {
    this.parallel = parallel
    this.waiting = waiting
  }

  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.closed) throw httpError(503, 'The content lake is shutting down')
    if (this.running < this.parallel) this.running++
    else if (this.queue.length >= this.waiting) throw httpError(503, 'Too many images are waiting')
    else await new Promise<void>((start) => this.queue.push(start))
    try {
      return await job()
    } finally {
      this.next()
    }
  }

  /** Takes no further jobs and resolves when those taken are done. */
  async close(): Promise<void> {
    this.closed = true
    if (this.running > 0) await new Promise<void>((resolve) => this.idle.push(resolve))
  }

  /** Hands the place of a finished job to the next in line. */
  private next(): void {
    const start = this.queue.shift()
    if (start) start()
    else this.running--
    if (this.running === 0) for (const resolve of this.idle.splice(0)) resolve()
  }
}
