import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from 'halvi-runtime/processes/fork-program'
import { WorkerProcess } from 'halvi-runtime/processes/worker-process'
import type { Logger } from 'pino'
import type { ExportFilter } from '../../contract/contract.ts'
import { CursorError, IndexUnavailableError } from '../../errors.ts'
import type { ExportFormat } from '../export/write-leads.ts'
import {
  type Argument,
  indexBatchSize,
  type Job,
  type LeadIndex,
  type Result,
} from '../index/lead-index.ts'
import type { LeadSource } from '../index/open-index.ts'
import { checkpointIndexFile } from '../index/sqlite-index.ts'
import type { NameOf } from '../summary.ts'
import { ExportProcesses } from './export-process.ts'
import { leadsProgram, postgresVariables } from './fork-program.ts'
import type { Request } from './program.ts'

/** Timeouts of jobs, in milliseconds. Rebuilding a large index takes longer than a query of staff. */
const timeoutMs = 15_000
const indexTimeoutMs = 120_000
/** Maximum number of waiting jobs. */
const maxWaiting = 100
/** Delay before leads are indexed, in milliseconds, so that many share a transaction. */
const indexDelayMs = 250
/** Delay of background work after a start of the site, or after the process has died. In milliseconds. */
const startDelayMs = 5_000
/** Delay after a failure, such as an unreachable database, or while an older snapshot is read. In milliseconds. */
const retryDelayMs = 2_000
/** Pause between batches so that submissions and lists run first, in milliseconds. */
const pauseMs = 5
/** Idle time after which the process is stopped, because it uses 40 MB and is rarely needed. In milliseconds. */
const idleMs = 30_000
/** Heap limit of the process, in megabytes. */
const heapMegabytes = 192

/**
 * Runs the index of leads in a separate process with a lower priority than the site. SQLite is synchronous, and
 * queries of staff must not delay visitors. The process runs one job at a time.
 */
export class IndexProcess implements LeadIndex {
  readonly #source: LeadSource
  readonly #exports: ExportProcesses
  readonly #worker: WorkerProcess<Request, unknown>
  readonly #startDelayMs: number
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #timer: NodeJS.Timeout | undefined
  #indexing: Promise<void> | undefined
  #closed = false

  constructor(source: LeadSource, log: Logger, delays = { idleMs, startDelayMs }) {
    this.#source = source
    this.#exports = new ExportProcesses(source, log)
    this.#startDelayMs = delays.startDelayMs
    this.#worker = new WorkerProcess({
      name: 'index of leads',
      program: leadsProgram('./program.ts', './leads-index.js'),
      heapMegabytes,
      idleMs: delays.idleMs,
      env: childEnvironment([postgresVariables]) as Record<string, string>,
      log,
    })
  }

  async list(query: Argument<'list'>) {
    const page = await this.#run('list', query)
    if (page.unindexed > 0) this.#indexing ??= this.#index()
    return page
  }
  async version() {
    const { isWaiting, ...found } = await this.#run('version', undefined)
    // Another process on the same database may have changed leads.
    if (isWaiting) this.#indexing ??= this.#index()
    return found
  }
  metrics = (query: Argument<'metrics'>) => this.#run('metrics', query)
  funnel = (query: Argument<'funnel'>) => this.#run('funnel', query)
  export = async (format: ExportFormat, filter: ExportFilter, nameOf: NameOf) =>
    this.#exports.start(format, filter, nameOf)

  async purge(): Promise<void> {
    while ((await this.#run('index', indexBatchSize)) > 0);
    while ((await this.#run('purge', undefined)) === 'more');
  }

  scheduleIndexing(delayMs = this.#worker.isRunning ? indexDelayMs : this.#startDelayMs): void {
    if (this.#closed) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      // The current run may have checked the queue before the last change.
      if (this.#indexing) this.scheduleIndexing()
      else this.#indexing = this.#index()
    }, delayMs).unref()
  }

  /** Id of the process; undefined while it is not running. */
  get pid(): number | undefined {
    return this.#worker.pid
  }

  /** Ids of the processes that run exports. */
  get exportPids(): number[] {
    return this.#exports.pids
  }

  /** Stops the processes. Resolves when none of them uses the databases. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await Promise.all([this.#worker.close(), this.#exports.close()])
    if (this.#source.databaseUrl === undefined) checkpointIndexFile(this.#source.dataDir)
  }

  /** Indexes all queued leads. Never throws. */
  async #index(): Promise<void> {
    try {
      while ((await this.#run('index', indexBatchSize)) > 0) await sleep(pauseMs)
      for (;;) {
        const left = await this.#run('purge', undefined)
        if (left === 'busy') this.scheduleIndexing(retryDelayMs)
        if (left !== 'more') break
      }
    } catch {
      this.scheduleIndexing(this.#worker.isRunning ? retryDelayMs : undefined)
    } finally {
      this.#indexing = undefined
    }
  }

  async #run<Name extends Job>(name: Name, argument: Argument<Name>): Promise<Result<Name>> {
    if (this.#waiting >= maxWaiting)
      throw new IndexUnavailableError('Too many requests are waiting')
    this.#waiting++
    const before = this.#last
    const running = before.then(() => {
      if (this.#closed) throw new IndexUnavailableError('The site is shutting down')
      const limitMs = name === 'index' ? indexTimeoutMs : timeoutMs
      return this.#worker.run({ source: this.#source, name, argument }, limitMs, errorOf)
    })
    this.#last = running.catch(() => {}).finally(() => this.#waiting--)
    try {
      return (await running) as Result<Name>
    } catch (error) {
      if (error instanceof CursorError) throw error
      throw new IndexUnavailableError(String(error), { cause: error })
    }
  }
}

function errorOf(answered: unknown): Error {
  const { name, message } = answered as Error
  return name === 'CursorError' ? new CursorError(message) : new Error(message)
}
