import type { ChildProcess } from 'node:child_process'
import { PassThrough, type Readable } from 'node:stream'
import { forkProgram } from 'halvi-runtime/processes/fork-program'
import { killAndWait } from 'halvi-runtime/processes/kill-and-wait'
import type { Logger } from 'pino'
import type { ExportFilter } from '../../contract/contract.ts'
import { IndexUnavailableError } from '../../errors.ts'
import type { ExportFormat } from '../export/write-leads.ts'
import type { LeadSource } from '../index/open-index.ts'
import { type NameOf, nameLookup } from '../summary.ts'
import type { ExportJob, ExportMessage } from './export-program.ts'
import { leadsProgram, postgresVariables } from './fork-program.ts'

/** Maximum number of exports at the same time. Further ones are rejected. */
const maxExports = 2
/** An export whose reader reads nothing for this time is stopped, in milliseconds. */
const stalledMs = 60_000
/** Heap limit of an export's process, in megabytes. */
const heapMegabytes = 256

/** The output of an export, and the number of leads written so far. */
export interface Export {
  stream: Readable
  rows: () => number
}

/**
 * Runs exports in separate processes, because a million leads take many seconds. The database snapshot lasts as long
 * as the process. The process exits when everything is read, when the stream is destroyed, or when its reader stalls.
 */
export class ExportProcesses {
  readonly #source: LeadSource
  readonly #log: Logger
  readonly #children = new Set<ChildProcess>()
  #closed = false

  constructor(source: LeadSource, log: Logger) {
    this.#source = source
    this.#log = log
  }

  /**
   * Starts an export.
   *
   * @throws IndexUnavailableError while too many exports run
   */
  start(format: ExportFormat, filter: ExportFilter, nameOf: NameOf): Export {
    if (this.#closed || this.#children.size >= maxExports) {
      throw new IndexUnavailableError('Other exports are running')
    }
    const child = forkProgram(leadsProgram('./export-program.ts', './leads-export.js'), {
      nodeOptions: [`--max-old-space-size=${heapMegabytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'ignore'],
      passed: [postgresVariables],
      priority: 10,
    })
    this.#children.add(child)
    const stream = new PassThrough()
    let rows = 0
    let lastReadAt = performance.now()
    const timer = setInterval(() => {
      if (performance.now() - lastReadAt > stalledMs)
        stream.destroy(new Error('The reader has stalled'))
    }, stalledMs / 12)
    const namesOf = nameLookup(nameOf)
    child.on('message', async (received) => {
      const message = received as ExportMessage
      if ('rows' in message) rows = message.rows
      // A process that has exited meanwhile needs no names.
      else child.send({ names: await namesOf(message.people) }, () => {})
    })
    child.stdout?.on('data', () => {
      lastReadAt = performance.now()
    })
    child.stdout?.pipe(stream, { end: false })
    child.on('error', (error) => stream.destroy(error))
    // `close` follows after all output was read.
    child.on('close', (code) => {
      this.#children.delete(child)
      clearInterval(timer)
      if (code === 0) stream.end()
      else {
        if (!stream.destroyed && !this.#closed) this.#log.warn({ code }, 'lead export failed')
        stream.destroy(new IndexUnavailableError('The export could not be finished'))
      }
    })
    stream.on('close', () => {
      clearInterval(timer)
      child.kill('SIGKILL')
    })
    const job: ExportJob = { source: this.#source, format, filter }
    child.send(job, (error) => {
      if (error) stream.destroy(error)
    })
    return { stream, rows: () => rows }
  }

  /** Ids of the running processes. */
  get pids(): number[] {
    return [...this.#children].flatMap(({ pid }) => pid ?? [])
  }

  /** Stops all exports. Resolves when their processes have exited. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#children].map(killAndWait))
  }
}
