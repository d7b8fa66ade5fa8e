import type { ChildProcess } from 'node:child_process'
import { PassThrough, type Readable } from 'node:stream'
import { killAndWait } from 'halvi-runtime/processes/kill-and-wait'
import type { Logger } from 'pino'
import type { ExportFilter } from '../../contract/contract.ts'
import { IndexUnavailableError } from '../../errors.ts'
import type { ExportFormat } from '../export/write-leads.ts'
import type { LeadSource } from '../index/open-index.ts'
import { type NameOf, namesBy } from '../summary.ts'
import type { ExportJob, ExportMessage } from './export-program.ts'
import { forkExport } from './fork-program.ts'

/** So many are written at once; further ones are refused. */
const mostAtOnce = 2
/** A reader that takes nothing for so long has its export end, in milliseconds. */
const stalledMs = 60_000
/** Its JavaScript heap, in megabytes. */
const heapMegabytes = 256

/** What is being written out, and how many leads so far. */
export interface Export {
  stream: Readable
  rows: () => number
}

/**
 * Writes leads out in processes of their own: a million of them are many seconds' work. The database's
 * snapshot lasts as long as the process, which ends when all is read, when the stream is destroyed, and
 * when its reader has stalled.
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

  /** @throws IndexUnavailableError while too many are under way */
  start(format: ExportFormat, filter: ExportFilter, nameOf: NameOf): Export {
    if (this.#closed || this.#children.size >= mostAtOnce) {
      throw new IndexUnavailableError('Other exports are under way')
    }
    const child = forkExport(heapMegabytes)
    this.#children.add(child)
    const stream = new PassThrough()
    let rows = 0
    let moved = performance.now()
    const timer = setInterval(() => {
      if (performance.now() - moved > stalledMs) stream.destroy(new Error('The reader has stalled'))
    }, stalledMs / 12)
    const namesOf = namesBy(nameOf)
    child.on('message', async (told) => {
      const message = told as ExportMessage
      if ('rows' in message) rows = message.rows
      // One that has ended meanwhile needs no names.
      else child.send({ names: await namesOf(message.people) }, () => {})
    })
    child.stdout?.on('data', () => {
      moved = performance.now()
    })
    child.stdout?.pipe(stream, { end: false })
    child.on('error', (error) => stream.destroy(error))
    // After its output has been read to the end.
    child.on('close', (code) => {
      this.#children.delete(child)
      clearInterval(timer)
      if (code === 0) stream.end()
      else {
        if (!stream.destroyed && !this.#closed)
          this.#log.warn({ code }, 'an export of leads failed')
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

  /** The ids of those that run. */
  get pids(): number[] {
    return [...this.#children].flatMap(({ pid }) => pid ?? [])
  }

  /** Resolves when all have exited. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#children].map(killAndWait))
  }
}
