import { Readable } from 'node:stream'
import type {
  Figures,
  FiguresQuery,
  Funnel,
  LeadFilter,
  LeadPage,
  LeadQuery,
} from '../../contract/contract.ts'
import { CursorError } from '../../errors.ts'
import type { ExportFormat } from '../export/write-leads.ts'
import { type NameOf, namesBy } from '../summary.ts'
import { exportLeads } from './export-leads.ts'
import { readFigures, readFunnel } from './figures.ts'
import { type IndexDatabase, OutdatedIndexError } from './index-database.ts'
import { listLeads } from './list.ts'
import { type LeadSource, openIndex } from './open-index.ts'

/** What staff read of leads by their index. */
export interface LeadIndex {
  /** @throws CursorError */
  list(query: LeadQuery): Promise<LeadPage>
  figures(query: FiguresQuery): Promise<Figures>
  funnel(query: FiguresQuery): Promise<Funnel>
  version(): Promise<{ version: number; newLeads: number }>
  /**
   * Exports what a filter finds, the oldest first, as one consistent snapshot. The stream ends the snapshot when it
   * is read to its end or destroyed; `rows` counts what was written.
   */
  export(
    format: ExportFormat,
    filter: LeadFilter,
    nameOf: NameOf,
  ): Promise<{ stream: Readable; rows: () => number }>
  /** Indexes leads that were stored or changed, within seconds. */
  indexSoon(): void
  /** Indexes all that waits, and removes what was erased for good. */
  forget(): Promise<void>
  close(): Promise<void>
}

/**
 * How many leads are indexed at once: some hundredths of a second's work, for which lists wait. Fewer cost more each.
 */
export const batch = 200

/** What can be done with an index, a job at a time. */
const jobs = {
  list: listLeads,
  figures: readFigures,
  funnel: readFunnel,
  version: readVersion,
  index: (index: IndexDatabase, limit: number) => index.index(limit),
  forget: (index: IndexDatabase) => index.forget(),
}
type Jobs = typeof jobs
export type Job = keyof Jobs
export type Argument<Name extends Job> = Parameters<Jobs[Name]>[1]
export type Result<Name extends Job> = Awaited<ReturnType<Jobs[Name]>>

/** An index that is opened when it is first needed, and again after anything has failed with it. */
export function openJobs(source: LeadSource) {
  let opening: Promise<IndexDatabase> | undefined

  async function close(): Promise<void> {
    const opened = opening
    opening = undefined
    await (await opened?.catch(() => undefined))?.close()
  }

  return {
    /** Does a job; again when the index was rebuilt meanwhile. */
    async run<Name extends Job>(name: Name, argument: Argument<Name>): Promise<Result<Name>> {
      const job = jobs[name] as (index: IndexDatabase, argument: unknown) => Promise<Result<Name>>
      for (;;) {
        opening ??= openIndex(source)
        const current = opening
        try {
          return await job(await current, argument)
        } catch (error) {
          if (error instanceof CursorError) throw error
          // The file may be damaged, and replaced when it is opened next.
          if (opening === current) await close()
          if (!(error instanceof OutdatedIndexError)) throw error
        }
      }
    },
    close,
  }
}

/**
 * Returns a number that grows with each lead that can be found or has changed, how many were ever stored, and whether
 * some wait to be indexed.
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

/** Reads leads in this process, after it has indexed all that waits. */
export function createLeadIndex(source: LeadSource): LeadIndex {
  const { run, close } = openJobs(source)
  const indexAll = async () => {
    while ((await run('index', batch)) > 0);
  }
  const upToDate =
    <Name extends Job>(name: Name) =>
    async (argument: Argument<Name>): Promise<Result<Name>> => {
      await indexAll()
      return run(name, argument)
    }
  return {
    list: upToDate('list'),
    figures: upToDate('figures'),
    funnel: upToDate('funnel'),
    async version() {
      const { version, newLeads } = await upToDate('version')(undefined)
      return { version, newLeads }
    },
    async export(format, filter, nameOf) {
      await indexAll()
      let rows = 0
      const parts = exportLeads(source, format, filter, namesBy(nameOf), (more) => {
        rows += more
      })
      return { stream: Readable.from(parts, { objectMode: false }), rows: () => rows }
    },
    // Each read indexes first.
    indexSoon() {},
    async forget() {
      await indexAll()
      while ((await run('forget', undefined)) === 'more');
    },
    close,
  }
}
