/** Limits on the jobs that a queue runs and holds. */
export interface FairQueueLimits {
  /** Maximum number of jobs that run at the same time. */
  parallel: number
  /** Maximum number of jobs of one client that run at the same time. */
  parallelPerClient: number
  /** Maximum number of waiting jobs. */
  waiting: number
  /** Maximum number of waiting jobs of one client. */
  waitingPerClient: number
}

/** A job was rejected: too many jobs are waiting, either this client's (`client`) or in total (`all`). */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
  constructor(readonly scope: 'client' | 'all') {
    super(
      scope === 'client' ? 'Too many jobs of this client are waiting' : 'Too many jobs are waiting',
    )
  }
}

interface Job {
  /** Runs the job. Resolves, once it has finished, to a function that passes on its result or error. */
  start(): Promise<() => void>
  reject(reason: unknown): void
}

interface Client {
  waiting: Set<Job>
  running: number
  /** Whether the client has not had a job run recently. */
  isNew: boolean
  /** Run time of the client's jobs, in milliseconds. A client that joins starts at the lowest value in use. */
  used: number
}

/** Returns a client's recent demand, in any unit. Among new clients, the one with the lowest demand runs first. */
type DemandOf = (client: string) => number

/** For this long after a job of theirs has run, clients do not count as new. In milliseconds. */
const recentMs = 60_000
/** Maximum number of clients remembered in `#served`. */
const maxRemembered = 1_000

/**
 * Runs the jobs of clients fairly. New clients run first, the one with the lowest demand before the others, so that a
 * single request does not wait behind a crowd. Then the client with the least run time is next, no matter how many
 * jobs others have waiting. When the queue is full, the client with the most waiting jobs loses its latest job.
 */
export class FairQueue {
  /** Clients with a waiting or running job. */
  readonly #clients = new Map<string, Client>()
  /** Time of the last turn of clients without any job here, oldest first. */
  readonly #served = new Map<string, number>()
  #running = 0
  #waiting = 0

  constructor(
    private readonly limits: FairQueueLimits,
    private readonly demandOf: DemandOf = () => 0,
  ) {}

  /** Returns the numbers of running and waiting jobs. */
  get size(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting }
  }

  /**
   * Runs a job when it is its client's turn, and settles with the job's result or error. A job whose `signal` is
   * aborted while it waits is not run.
   *
   * @throws QueueFullError immediately, or later while the job waits; the signal's reason when aborted
   */
  run<Result>(
    client: string,
    job: () => Result | Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const entry = this.#entryOf(client)
      const waiting: Job = {
        start: async () => {
          signal?.removeEventListener('abort', onAbort)
          try {
            const result = await job()
            return () => resolve(result)
          } catch (error) {
            return () => reject(error)
          }
        },
        reject: (reason) => {
          signal?.removeEventListener('abort', onAbort)
          reject(reason)
        },
      }
      const onAbort = () => this.#remove(client, entry, waiting, signal?.reason)
      entry.waiting.add(waiting)
      this.#waiting++
      signal?.addEventListener('abort', onAbort)
      this.#startMore()
      this.#shed(client, entry, waiting)
    })
  }

  #entryOf(client: string): Client {
    let entry = this.#clients.get(client)
    if (!entry) {
      const used = [...this.#clients.values()].map((other) => other.used)
      const served = this.#served.get(client)
      const isNew = served === undefined || performance.now() - served >= recentMs
      entry = { waiting: new Set(), running: 0, isNew, used: used.length ? Math.min(...used) : 0 }
      this.#clients.set(client, entry)
    }
    return entry
  }

  /** Rejects one waiting job if a limit is exceeded. `newest` is not rejected if it runs already. */
  #shed(client: string, entry: Client, newest: Job): void {
    const { waiting, waitingPerClient } = this.limits
    if (entry.waiting.size > waitingPerClient && entry.waiting.has(newest)) {
      this.#remove(client, entry, newest, new QueueFullError('client'))
      return
    }
    if (this.#waiting <= waiting) return
    let [name, most] = [client, entry]
    for (const [other, theirs] of this.#clients) {
      if (theirs.waiting.size > most.waiting.size) [name, most] = [other, theirs]
    }
    const latest = [...most.waiting].at(-1)
    if (latest) this.#remove(name, most, latest, new QueueFullError('all'))
  }

  #remove(name: string, client: Client, job: Job, reason: unknown): void {
    if (!client.waiting.delete(job)) return
    this.#waiting--
    this.#forgetIfIdle(name, client)
    job.reject(reason)
  }

  #startMore(): void {
    while (this.#running < this.limits.parallel) {
      const next = this.#next()
      if (!next) return
      const [name, client] = next
      const [job] = client.waiting
      if (!job) return
      client.waiting.delete(job)
      client.running++
      client.isNew = false
      this.#waiting--
      this.#running++
      const started = performance.now()
      void job.start().then((settle) => {
        client.used += performance.now() - started
        client.running--
        this.#running--
        this.#forgetIfIdle(name, client)
        settle()
        this.#startMore()
      })
    }
  }

  /** Returns the client whose job runs next, among those with a waiting job and a free slot. */
  #next(): [string, Client] | undefined {
    let first: [string, Client] | undefined
    for (const [name, client] of this.#clients) {
      const mayRun = client.waiting.size > 0 && client.running < this.limits.parallelPerClient
      if (mayRun && (!first || this.#isBefore([name, client], first))) first = [name, client]
    }
    return first
  }

  /** Compares two clients: new before known, then lower demand, then fewer waiting jobs; known ones by run time. */
  #isBefore([name, one]: [string, Client], [otherName, other]: [string, Client]): boolean {
    if (one.isNew !== other.isNew) return one.isNew
    if (!one.isNew) return one.used < other.used
    const more = this.demandOf(name) - this.demandOf(otherName)
    return more === 0 ? one.waiting.size < other.waiting.size : more < 0
  }

  #forgetIfIdle(name: string, client: Client): void {
    if (client.waiting.size > 0 || client.running > 0) return
    this.#clients.delete(name)
    if (client.isNew) return
    this.#served.delete(name)
    this.#served.set(name, performance.now())
    const [oldest] = this.#served.keys()
    if (this.#served.size > maxRemembered && oldest !== undefined) this.#served.delete(oldest)
  }
}
