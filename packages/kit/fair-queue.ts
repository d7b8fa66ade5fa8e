/** Limits on the jobs that a queue runs and holds. */
export interface FairQueueLimits {
  /** Maximum number of jobs that run at the same time. */
  parallel: number
  /** Maximum number of waiting jobs. */
  waiting: number
  /** Maximum number of waiting jobs of one client. */
  waitingPerClient: number
}

/** A client reached its own limit (`client`), or all clients together reached theirs (`all`). */
export class LimitReachedError extends Error {
  override name = 'LimitReachedError'
  /** @param limit the name of the limit, for metrics */
  constructor(
    readonly scope: 'client' | 'all',
    readonly limit: string,
  ) {
    super(`Limit reached: ${limit} of ${scope === 'client' ? 'this client' : 'all clients'}`)
  }
}

/** Starts a waiting job. */
type Start = () => void

/** Runs the jobs of clients in turns: one job of each client, then the next one of each. */
export class FairQueue {
  /** Waiting jobs by priority and client. The client that is next comes first. */
  readonly #waiting = new Map<number, Map<string, Set<Start>>>()
  #running = 0

  /** @param name the name of the limit in a `LimitReachedError` */
  constructor(
    private readonly limits: FairQueueLimits,
    private readonly name = 'jobs',
  ) {}

  /** Returns the numbers of running and waiting jobs. */
  get size(): { running: number; waiting: number } {
    const waiting = [...this.#waiting.values()].flatMap((clients) => [...clients.values()])
    return { running: this.#running, waiting: waiting.reduce((sum, { size }) => sum + size, 0) }
  }

  /**
   * Runs a job when it is its client's turn, and settles with the job's result or error. A job whose `signal` is
   * aborted while it waits is not run. Jobs with a lower priority number run first.
   *
   * @throws LimitReachedError immediately; the signal's reason when aborted
   */
  async run<Result>(
    client: string,
    job: () => Result | Promise<Result>,
    signal?: AbortSignal,
    priority = 0,
  ): Promise<Result> {
    signal?.throwIfAborted()
    if (this.#running < this.limits.parallel) this.#running++
    else await this.#turn(client, priority, signal)
    try {
      return await job()
    } finally {
      this.#startNext()
    }
  }

  async #turn(client: string, priority: number, signal: AbortSignal | undefined): Promise<void> {
    const clients = this.#waiting.get(priority) ?? new Map<string, Set<Start>>()
    const own = clients.get(client) ?? new Set()
    if (own.size >= this.limits.waitingPerClient) throw new LimitReachedError('client', this.name)
    if (this.size.waiting >= this.limits.waiting) throw new LimitReachedError('all', this.name)
    this.#waiting.set(priority, clients.set(client, own))
    let onAbort = () => {}
    await new Promise<void>((start, reject) => {
      onAbort = () => {
        own.delete(start)
        if (own.size === 0 && clients.get(client) === own) clients.delete(client)
        reject(signal?.reason)
      }
      own.add(start)
      signal?.addEventListener('abort', onAbort)
    }).finally(() => signal?.removeEventListener('abort', onAbort))
  }

  /** Gives the slot of a finished job to the next one. */
  #startNext(): void {
    for (const priority of [...this.#waiting.keys()].sort((a, b) => a - b)) {
      const clients = this.#waiting.get(priority)
      for (const [client, own] of clients ?? []) {
        const [start] = own
        if (!start) continue
        own.delete(start)
        clients?.delete(client)
        if (own.size > 0) clients?.set(client, own)
        start()
        return
      }
    }
    this.#running--
  }
}
