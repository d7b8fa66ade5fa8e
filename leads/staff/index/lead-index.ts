import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type {
  Figures,
  FiguresQuery,
  Funnel,
  LeadFilter,
  LeadPage,
  LeadQuery,
} from '../../contract/contract.ts'
import type { ExportFormat } from '../export/write-leads.ts'
import type { StaffLeads } from '../staff-leads.ts'
import { type NameOf, namesBy } from '../summary.ts'
import { exportLeads } from './export-leads.ts'
import { readFigures, readFunnel } from './figures.ts'
import type { IndexDatabase } from './index-database.ts'
import { listLeads } from './list.ts'
import type { LeadSource } from './open-index.ts'
import { OpenedIndex } from './opened-index.ts'

/** What staff read of leads by their index. */
export interface LeadIndex {
  /** @throws CursorError where `after` is none */
  list(query: LeadQuery): Promise<LeadPage>
  figures(query: FiguresQuery): Promise<Figures>
  funnel(query: FiguresQuery): Promise<Funnel>
  version: StaffLeads['version']
  /**
   * What a filter finds, the oldest first, as one consistent snapshot. The stream ends the snapshot when it is
   * read to its end or destroyed; `rows` counts what was written.
   */
  export(
    format: ExportFormat,
    filter: LeadFilter,
    nameOf: NameOf,
  ): Promise<{ stream: Readable; rows: () => number }>
  /** Has leads that were stored or changed be found within seconds, though nobody asks for them. */
  indexSoon(): void
  /** Indexes all that waits, and keeps nothing of what was erased. */
  forget(): Promise<void>
  close(): Promise<void>
}

/**
 * So many leads are indexed at once. Whoever asks meanwhile waits for some two hundredths of a second, whoever submits
 * for a tenth of that. Of fewer, each costs more: while they came as fast as they can be stored, batches of 50 took a
 * seventh of the processor from that.
 */
export const batch = 200

/** Reads leads in this process, after having indexed all that waits. */
export function createLeadIndex(source: LeadSource, log: Pick<Logger, 'warn'>): LeadIndex {
  const opened = new OpenedIndex(source, log)
  const upToDate = () =>
    opened.use(async (index) => {
      while ((await index.index(batch)) > 0);
      return index
    })
  return {
    ...readingOf(upToDate),
    async export(format, filter, nameOf) {
      await upToDate()
      let rows = 0
      const parts = exportLeads(source, format, filter, namesBy(nameOf), (more) => {
        rows += more
      })
      return { stream: Readable.from(parts, { objectMode: false }), rows: () => rows }
    },
    // Whoever asks has it done first.
    indexSoon() {},
    async forget() {
      const index = await upToDate()
      await index.forget()
    },
    close: () => opened.close(),
  }
}

/** The reading part, of an index that may have to be opened first. */
export function readingOf(
  open: () => Promise<IndexDatabase>,
): Pick<LeadIndex, 'list' | 'figures' | 'funnel' | 'version'> {
  return {
    list: async (query) => listLeads(await open(), query),
    figures: async (query) => readFigures(await open(), query),
    funnel: async (query) => readFunnel(await open(), query),
    async version() {
      const index = await open()
      const [version, newLeads] = await Promise.all([index.version(), index.stored()])
      return { version, newLeads }
    },
  }
}
