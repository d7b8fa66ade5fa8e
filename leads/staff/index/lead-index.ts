import { Readable } from 'node:stream'
import type {
  Funnel,
  LeadFilter,
  LeadMetrics,
  LeadMetricsQuery,
  LeadPage,
  LeadQuery,
} from '../../contract/contract.ts'
import { CursorError } from '../../errors.ts'
import type { ExportFormat } from '../export/write-leads.ts'
import { type NameOf, nameLookup } from '../summary.ts'
import { exportLeads } from './export-leads.ts'
import { type IndexDatabase, OutdatedIndexError } from './index-database.ts'
import { listLeads } from './list.ts'
import { readFunnel, readMetrics } from './metrics.ts'
import { type LeadSource, openIndex } from './open-index.ts'

/** Queries of staff that use the index of leads. */
export interface LeadIndex {
  /**
   * Returns a page of leads.
   *
   * @throws CursorError when the cursor is invalid
   */
  list(query: LeadQuery): Promise<LeadPage>
  metrics(query: LeadMetricsQuery): Promise<LeadMetrics>
  funnel(query: LeadMetricsQuery): Promise<Funnel>
  version(): Promise<{ version: number; newLeads: number }>
  /**
   * Exports all leads that match a filter, oldest first, as one consistent snapshot. The snapshot ends when the
   * stream is read to the end or destroyed. `rows` returns the number of rows written.
   */
  export(
    format: ExportFormat,
    filter: LeadFilter,
    nameOf: NameOf,
  ): Promise<{ stream: Readable; rows: () => number }>
  /** Indexes leads that were stored or changed, within seconds. */
  scheduleIndexing(): void
  /** Indexes all queued leads, and removes all traces of erased leads. */
  purge(): Promise<void>
  close(): Promise<void>
}

/**
 * Number of leads indexed at once, which takes a few hundredths of a second. Lists wait for it, but smaller batches
 * cost more per lead.
 */
export const indexBatchSize = 200

/** Jobs on an open index; one runs at a time. */
const jobs = {
  list: listLeads,
  metrics: readMetrics,
  funnel: readFunnel,
  version: readVersion,
  index: (index: IndexDatabase, limit: number) => index.index(limit),
  purge: (index: IndexDatabase) => index.purge(),
}
type Jobs = typeof jobs
/** The name of a job. */
export type Job = keyof Jobs
/** The argument of a job. */
export type Argument<Name extends Job> = Parameters<Jobs[Name]>[1]
/** The result of a job. */
export type Result<Name extends Job> = Awaited<ReturnType<Jobs[Name]>>

/** Returns a runner of jobs. It opens the index with the first job, and again after any failure, until closed. */
export function openJobs(source: LeadSource) {
  let opening: Promise<IndexDatabase> | undefined
  let isClosed = false
  const running = new Set<Promise<unknown>>()

  async function closeIndex(): Promise<void> {
    const opened = opening
    opening = undefined
    await (await opened?.catch(() => undefined))?.close()
  }

  async function run<Name extends Job>(
    name: Name,
    argument: Argument<Name>,
  ): Promise<Result<Name>> {
    const job = jobs[name] as (index: IndexDatabase, argument: unknown) => Promise<Result<Name>>
    for (;;) {
      if (isClosed) throw new Error('The index of leads is closed')
      opening ??= openIndex(source)
      const current = opening
      try {
        return await job(await current, argument)
      } catch (error) {
        if (error instanceof CursorError) throw error
        // The file may be damaged. It is replaced when it is opened again.
        if (opening === current) await closeIndex()
        if (!(error instanceof OutdatedIndexError)) throw error
      }
    }
  }

  return {
    /**
     * Runs a job. Repeats it if the index was rebuilt meanwhile.
     *
     * @throws also when the index is closed
     */
    run<Name extends Job>(name: Name, argument: Argument<Name>): Promise<Result<Name>> {
      const result = run(name, argument).finally(() => running.delete(result))
      running.add(result)
      return result
    },
    /** Waits for running jobs, then closes the index. */
    async close(): Promise<void> {
      isClosed = true
      await Promise.allSettled(running)
      await closeIndex()
    },
  }
}

/**
 * Returns a number that increases with each change of findable leads, the number of leads ever stored, and whether
 * leads are queued for the index.
 */
export async function readVersion({ database }: Pick<IndexDatabase, 'database'>) {
  const { version } = await database
    .selectFrom('lead_index')
    .select('version')
    .executeTakeFirstOrThrow()
  const { leads } = await database
    .selectFrom('lead_counter')
    .select(({ fn }) => fn.sum<number | null>('leads').as('leads'))
    .executeTakeFirstOrThrow()
  const waiting = await database.selectFrom('lead_to_index').select('lead_id').limit(1).execute()
  return { version, newLeads: leads ?? 0, isWaiting: waiting.length > 0 }
}

/** Returns an index that this process reads, after it has indexed all queued leads. */
export function createLeadIndex(source: LeadSource): LeadIndex {
  const { run, close } = openJobs(source)
  const indexAll = async () => {
    while ((await run('index', indexBatchSize)) > 0);
  }
  const afterIndexing =
    <Name extends Job>(name: Name) =>
    async (argument: Argument<Name>): Promise<Result<Name>> => {
      await indexAll()
      return run(name, argument)
    }
  return {
    list: afterIndexing('list'),
    metrics: afterIndexing('metrics'),
    funnel: afterIndexing('funnel'),
    async version() {
      const { version, newLeads } = await afterIndexing('version')(undefined)
      return { version, newLeads }
    },
    async export(format, filter, nameOf) {
      await indexAll()
      let rows = 0
      const parts = exportLeads(source, format, filter, nameLookup(nameOf), (more) => {
        rows += more
      })
      return { stream: Readable.from(parts, { objectMode: false }), rows: () => rows }
    },
    // Nothing to do, because each read indexes first.
    scheduleIndexing() {},
    async purge() {
      await indexAll()
      while ((await run('purge', undefined)) === 'more');
    },
    close,
  }
}
