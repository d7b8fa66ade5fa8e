/** How much a queue lets run and wait. */
export interface FairQueueLimits {
  /** Jobs that run at once. */
  parallel: number
  /** Jobs of one client that run at once. */
  parallelOfAClient: number
  /** Jobs that wait. */
  waiting: number
  /** Jobs of one client that wait. */
  waitingOfAClient: number
}

/** A job was rejected: too much waits already, of its client's or of all. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
  constructor(readonly scope: 'client' | 'all') {
    super(scope === 'client' ? 'Too much of this client waits already' : 'Too much waits already')
  }
}

interface Job {
  /** Resolves, when it has ended, to what tells how. */
  start(): Promise<() => void>
  reject(reason: unknown): void
}

interface Client {
  waiting: Set<Job>
  running: number
  /** It has had no turn for a while. */
  isNew: boolean
  /** Milliseconds that its jobs have run, on a scale on which who comes new begins where the least is. */
  used: number
}

/** How much a client wants lately, of whatever kind: of newcomers, who wants the least goes first. */
type DemandOf = (client: string) => number

/** Who has had a turn is no newcomer for so long, in milliseconds. */
const rememberedMs = 60_000
/** So many of those are remembered. */
const mostRemembered = 1_000

/**
 * Runs the jobs of clients fairly: newcomers go first, so that who asks for one thing does not wait for a
 * turn of each of a crowd, and of them who wants the least; then whoever has used the least time, however
 * much somebody else has waiting. When no more may wait, the client with the most waiting loses its latest job to one who has less.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  readonly #demandOf: DemandOf
  /** Those with something waiting or running. */
  readonly #clients = new Map<string, Client>()
  /** When clients that have nothing here any more had their last turn, the latest at the end. */
  readonly #served = new Map<string, number>()
  #running = 0
  #waiting = 0

  constructor(limits: FairQueueLimits, demandOf: DemandOf = () => 0) {
    this.#limits = limits
    this.#demandOf = demandOf
  }

  /** How many jobs run and wait. */
  get size(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting }
  }

  /**
   * Runs a job once its client is next and settles as it does. One that is given up before that by
   * `signal` is not run.
   *
   * @throws QueueFullError at once or while it waits; the signal's reason when given up
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
          signal?.removeEventListener('abort', giveUp)
          try {
            const result = await job()
            return () => resolve(result)
          } catch (error) {
            return () => reject(error)
          }
        },
        reject: (reason) => {
          signal?.removeEventListener('abort', giveUp)
          reject(reason)
        },
      }
      const giveUp = () => this.#remove(client, entry, waiting, signal?.reason)
      entry.waiting.add(waiting)
      this.#waiting++
      signal?.addEventListener('abort', giveUp)
      this.#startMore()
      this.#shed(client, entry, waiting)
    })
  }

  #entryOf(client: string): Client {
    let entry = this.#clients.get(client)
    if (!entry) {
      const used = [...this.#clients.values()].map((other) => other.used)
      const served = this.#served.get(client)
      const isNew = served === undefined || performance.now() - served >= rememberedMs
      entry = { waiting: new Set(), running: 0, isNew, used: used.length ? Math.min(...used) : 0 }
      this.#clients.set(client, entry)
    }
    return entry
  }

  /** Rejects what is beyond the limits; the newest job, if it is started already, is not. */
  #shed(client: string, entry: Client, newest: Job): void {
    const { waiting, waitingOfAClient } = this.#limits
    if (entry.waiting.size > waitingOfAClient && entry.waiting.has(newest)) {
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
    while (this.#running < this.#limits.parallel) {
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

  /** Whoever goes first of those who have something waiting and may run more. */
  #next(): [string, Client] | undefined {
    let first: [string, Client] | undefined
    for (const [name, client] of this.#clients) {
      const mayRun = client.waiting.size > 0 && client.running < this.#limits.parallelOfAClient
      if (mayRun && (!first || this.#goesBefore([name, client], first))) first = [name, client]
    }
    return first
  }

  /** Newcomers go first, who wants one thing before who wants more; then who has used the least. */
  #goesBefore([name, one]: [string, Client], [otherName, other]: [string, Client]): boolean {
    if (one.isNew !== other.isNew) return one.isNew
    if (!one.isNew) return one.used < other.used
    const more = this.#demandOf(name) - this.#demandOf(otherName)
    return more === 0 ? one.waiting.size < other.waiting.size : more < 0
  }

  #forgetIfIdle(name: string, client: Client): void {
    if (client.waiting.size > 0 || client.running > 0) return
    this.#clients.delete(name)
    if (client.isNew) return
    this.#served.delete(name)
    this.#served.set(name, performance.now())
    const [oldest] = this.#served.keys()
    if (this.#served.size > mostRemembered && oldest !== undefined) this.#served.delete(oldest)
  }
}
