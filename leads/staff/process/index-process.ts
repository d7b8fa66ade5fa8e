import type { ChildProcess } from 'node:child_process'
import { killAndWait } from 'halvi-runtime/processes/kill-and-wait'
import type { Logger } from 'pino'
import type { ExportFilter } from '../../contract/contract.ts'
import { CursorError, IndexUnavailableError } from '../../errors.ts'
import type { ExportFormat } from '../export/write-leads.ts'
import type { LeadIndex } from '../index/lead-index.ts'
import type { LeadSource } from '../index/open-index.ts'
import { checkpointIndexFile } from '../index/sqlite/checkpoint-index-file.ts'
import type { NameOf } from '../summary.ts'
import { ExportProcesses } from './export-process.ts'
import { forkProgram } from './fork-program.ts'
import type { Answer, Argument, Call, Request, Result } from './messages.ts'

/** Staff wait no longer for an answer, in milliseconds; what takes longer ends the process. */
const timeoutMs = 15_000
/** Writing a large index anew takes longer. */
const forgetTimeoutMs = 600_000
/** So many are asked at once at most. */
const mostAsked = 100
/** Nothing that can wait is done while a site starts, or right after its process has died; in milliseconds. */
const startDelayMs = 5_000
/** Having had nothing to do for so long it is ended: it takes 40 MB, and most of the time nobody asks. */
const idleMs = 30_000
/** Its JavaScript heap, in megabytes. */
const heapMegabytes = 192

interface Pending {
  resolve(answer: unknown): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

/**
 * The index of leads in a process of its own, of lower priority than the site: SQLite answers at once or
 * not at all, and nothing that staff ask may keep visitors waiting. It is started when there is something
 * to do, and anew when it has died; it ends when there has been nothing for a while.
 */
export class IndexProcess implements LeadIndex {
  readonly #source: LeadSource
  readonly #log: Logger
  readonly #exports: ExportProcesses
  readonly #delays: { idleMs: number; startDelayMs: number }
  readonly #pending = new Map<number, Pending>()
  #child: ChildProcess | undefined
  #starting: NodeJS.Timeout | undefined
  /** Whether leads were stored or changed since the process said that it has nothing to do. */
  #isChanged = false
  #lastId = 0
  #closed = false

  constructor(source: LeadSource, log: Logger, delays = { idleMs, startDelayMs }) {
    this.#delays = delays
    this.#source = source
    this.#log = log
    this.#exports = new ExportProcesses(source, log)
  }

  list = (query: Argument<'list'>) => this.#ask('list', query)
  figures = (query: Argument<'figures'>) => this.#ask('figures', query)
  funnel = (query: Argument<'funnel'>) => this.#ask('funnel', query)
  export = async (format: ExportFormat, filter: ExportFilter, nameOf: NameOf) =>
    this.#exports.start(format, filter, nameOf)
  version = () => this.#ask('version', undefined)
  forget = () => this.#ask('forget', undefined, forgetTimeoutMs)

  /** Has the process be started after a while, where nobody asks before: leads wait to be indexed. */
  indexSoon(): void {
    this.#isChanged = true
    if (this.#closed || this.#child) return
    this.#starting ??= setTimeout(() => {
      this.#starting = undefined
      if (this.#closed || this.#child) return
      try {
        this.#child = this.#start()
      } catch (err) {
        // No memory, or no descriptor, for a process: what visitors need goes on without it.
        this.#log.error({ err }, 'the process that indexes leads could not be started')
        this.indexSoon()
      }
    }, this.#delays.startDelayMs).unref()
  }

  /** The id of the process; undefined while none runs. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** The ids of the processes that export. */
  get exportPids(): number[] {
    return this.#exports.pids
  }

  /** Ends its processes. Resolves when nothing holds the databases, and the index's file is whole by itself. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#starting)
    const child = this.#child
    this.#end('The site is stopping')
    await Promise.all([child && killAndWait(child), this.#exports.close()])
    if (this.#source.databaseUrl === undefined) checkpointIndexFile(this.#source.dataDir)
  }

  #ask<Name extends Call>(
    call: Name,
    argument: Argument<Name>,
    limitMs = timeoutMs,
  ): Promise<Result<Name>> {
    if (this.#closed) return Promise.reject(new IndexUnavailableError('The site is stopping'))
    if (this.#pending.size >= mostAsked) {
      return Promise.reject(new IndexUnavailableError('Too much is asked at once'))
    }
    this.#child ??= this.#start()
    const child = this.#child
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#end(`No answer in ${limitMs} ms`), limitMs)
      this.#pending.set(id, { resolve: resolve as Pending['resolve'], reject, timer })
      this.#send(child, { id, call, argument })
    })
  }

  #start(): ChildProcess {
    const child = forkProgram('./program.ts', './leads-index.js', heapMegabytes, 'ignore')
    child.on('message', (answer) => this.#take(child, answer as Answer))
    child.on('error', (err) => {
      this.#log.error({ err }, 'the process that indexes leads failed')
      if (this.#child === child) this.#end(err.message)
    })
    child.on('exit', (code, signal) => {
      if (this.#child !== child) return
      this.#log.warn({ code, signal }, 'the process that indexes leads died')
      this.#end(`The process ended with ${signal ?? code}`)
    })
    this.#send(child, { open: this.#source, idleMs: this.#delays.idleMs })
    return child
  }

  #send(child: ChildProcess, request: Request): void {
    child.send(request, (error) => {
      if (error && this.#child === child) this.#end(error.message)
    })
  }

  #take(child: ChildProcess, answer: Answer): void {
    if ('idle' in answer) {
      if (this.#child === child) this.#endIdle(child)
      return
    }
    const pending = this.#pending.get(answer.id)
    if (!pending) return
    this.#pending.delete(answer.id)
    clearTimeout(pending.timer)
    if ('answer' in answer) pending.resolve(answer.answer)
    else pending.reject(errorOf(answer.error))
  }

  /** What waits to be indexed has it started anew: see `indexSoon`. */
  #endIdle(child: ChildProcess): void {
    // It may have looked before that; it says so again.
    const isNeeded = this.#isChanged || this.#pending.size > 0
    this.#isChanged = false
    if (isNeeded) return
    this.#child = undefined
    child.disconnect()
  }

  /** The process is of no more use: whatever it was asked fails. */
  #end(reason: string): void {
    const child = this.#child
    this.#child = undefined
    child?.kill('SIGKILL')
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer)
      reject(new IndexUnavailableError(reason))
    }
    this.#pending.clear()
    this.indexSoon()
  }
}

function errorOf({ name, message }: { name: string; message: string }): Error {
  return name === 'CursorError' ? new CursorError(message) : new IndexUnavailableError(message)
}
