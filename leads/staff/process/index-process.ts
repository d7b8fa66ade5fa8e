import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from 'halvi-runtime/processes/fork-program'
import { WorkerProcess } from 'halvi-runtime/processes/worker-process'
import type { Logger } from 'pino'
import type { ExportFilter } from '../../contract/contract.ts'
import { CursorError, IndexUnavailableError } from '../../errors.ts'
import type { ExportFormat } from '../export/write-leads.ts'
import { type Argument, batch, type Job, type LeadIndex, type Result } from '../index/lead-index.ts'
import type { LeadSource } from '../index/open-index.ts'
import { checkpointIndexFile } from '../index/sqlite-index.ts'
import type { NameOf } from '../summary.ts'
import { ExportProcesses } from './export-process.ts'
import { leadsProgram, postgresVariables } from './fork-program.ts'
import type { Request } from './program.ts'

/** What takes longer ends the process, in milliseconds. To rebuild a large index takes longer than to answer staff. */
const timeoutMs = 15_000
const indexTimeoutMs = 120_000
/** The maximum number of jobs that wait. */
const maxWaiting = 100
/** Leads are indexed after this time in milliseconds, so that many share a transaction. */
const indexDelayMs = 250
/** Nothing that can wait is done while a site starts, or right after the process has died; in milliseconds. */
const startDelayMs = 5_000
/** After a failure, such as an unreachable database, or while an older snapshot is read; in milliseconds. */
const retryDelayMs = 2_000
/** Between batches, so that submissions and lists go first; in milliseconds. */
const pauseMs = 5
/** Having had nothing to do for this time it is ended: it takes 40 MB, and most of the time nobody asks. */
const idleMs = 30_000
/** Its JavaScript heap, in megabytes. */
const heapMegabytes = 192

/**
 * The index of leads in a process of its own, of lower priority than the site: SQLite answers synchronously, and
 * nothing that staff ask may keep visitors waiting. The process does one job at a time.
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
    // Perhaps another process on the same database has changed leads.
    if (isWaiting) this.#indexing ??= this.#index()
    return found
  }
  figures = (query: Argument<'figures'>) => this.#run('figures', query)
  funnel = (query: Argument<'funnel'>) => this.#run('funnel', query)
  export = async (format: ExportFormat, filter: ExportFilter, nameOf: NameOf) =>
    this.#exports.start(format, filter, nameOf)

  async forget(): Promise<void> {
    while ((await this.#run('index', batch)) > 0);
    while ((await this.#run('forget', undefined)) === 'more');
  }

  indexSoon(delayMs = this.#worker.isRunning ? indexDelayMs : this.#startDelayMs): void {
    if (this.#closed) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      // It may have looked before the last change.
      if (this.#indexing) this.indexSoon()
      else this.#indexing = this.#index()
    }, delayMs).unref()
  }

  /** The id of the process; undefined while none runs. */
  get pid(): number | undefined {
    return this.#worker.pid
  }

  /** The ids of the processes that export. */
  get exportPids(): number[] {
    return this.#exports.pids
  }

  /** Ends its processes. Resolves when nothing holds the databases. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await Promise.all([this.#worker.close(), this.#exports.close()])
    if (this.#source.databaseUrl === undefined) checkpointIndexFile(this.#source.dataDir)
  }

  /** Indexes all that waits. Never throws. */
  async #index(): Promise<void> {
    try {
      while ((await this.#run('index', batch)) > 0) await sleep(pauseMs)
      for (;;) {
        const left = await this.#run('forget', undefined)
        if (left === 'busy') this.indexSoon(retryDelayMs)
        if (left !== 'more') break
      }
    } catch {
      this.indexSoon(this.#worker.isRunning ? retryDelayMs : undefined)
    } finally {
      this.#indexing = undefined
    }
  }

  async #run<Name extends Job>(name: Name, argument: Argument<Name>): Promise<Result<Name>> {
    if (this.#waiting >= maxWaiting) throw new IndexUnavailableError('Too much is asked at once')
    this.#waiting++
    const before = this.#last
    const running = before.then(() => {
      if (this.#closed) throw new IndexUnavailableError('The site is stopping')
      const limitMs = name === 'index' ? indexTimeoutMs : timeoutMs
      return this.#worker.run({ source: this.#source, name, argument }, limitMs, errorOf)
    })
    this.#last = running.catch(() => {}).finally(() => this.#waiting--)
    try {
      return (await running) as Result<Name>
    } catch (error) {
      if (error instanceof CursorError) throw error
      throw new IndexUnavailableError(String(error))
    }
  }
}

function errorOf(answered: unknown): Error {
  const { name, message } = answered as Error
  return name === 'CursorError' ? new CursorError(message) : new Error(message)
}
