import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ExportFilter } from '../../contract/contract.ts'
import { isPostgres } from '../../store/database/dialect.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { slicesOf } from '../../store/pages.ts'
import { type ExportFormat, type NamesOf, writeLeads } from '../export/write-leads.ts'
import { createDetails, exportedColumns, type StoredRow } from '../exported-columns.ts'
import { searchOf } from './entries/terms.ts'
import { Finder, type Position } from './finder.ts'
import type { IndexDatabase } from './index-database.ts'
import { inUtc } from './list.ts'
import { type LeadSource, openIndex } from './open-index.ts'

/**
 * Yields the file of an export, with the given leads or all leads that match the filter, oldest first. It is one
 * consistent snapshot, which lasts until the file is read or the reader stops.
 *
 * @param onRows called with the number of rows written since the last call
 */
export async function* exportLeads(
  source: LeadSource,
  format: ExportFormat,
  filter: ExportFilter,
  namesOf: NamesOf,
  onRows: (rows: number) => void,
): AsyncGenerator<string | Buffer> {
  const index = await openIndex(source)
  try {
    const { forms } = source
    yield* writeLeads(format, rowsOf(index, filter), { namesOf, forms }, onRows)
  } finally {
    await index.close()
  }
}

/** Number of leads in one search, as numbers only. */
const searchPageSize = 50_000
/** Number of leads read at once. Each may have up to 100 kB. */
const readPageSize = 500
/** Timeout of an exporting transaction while its reader stalls, in milliseconds. */
const stalledMs = 120_000

async function* rowsOf(
  { database }: IndexDatabase,
  filter: ExportFilter,
): AsyncGenerator<StoredRow[]> {
  const snapshot = database.startTransaction().setAccessMode('read only')
  const within = await snapshot.setIsolationLevel('repeatable read').execute()
  try {
    if (isPostgres(within)) {
      // Locked before the snapshot is taken, because the snapshot does not contain tables that are rebuilt
      // afterwards.
      await sql`lock table lead_entry, lead_chunk in access share mode`.execute(within)
      // A stalled reader must not prevent PostgreSQL from vacuuming deleted rows.
      const timeout = sql.lit(stalledMs)
      await sql`set local idle_in_transaction_session_timeout = ${timeout}`.execute(within)
    }
    // Starts the snapshot of both SQLite files.
    await sql`select (select max(seq) from lead_entry), (select max(id) from lead)`.execute(within)
    const read = within
      .selectFrom('lead')
      .select(exportedColumns.map((name) => `lead.${name}` as const))
    const detailed = await createDetails(within)
    if (filter.ids) {
      const ids = [...new Set(filter.ids)].sort()
      for (const some of slicesOf(ids, readPageSize)) {
        yield detailed(await read.where('id', 'in', some).orderBy('id').execute())
      }
    } else {
      for await (const seqs of found(within, filter)) {
        const rows = read.innerJoin('lead_entry', 'lead_entry.lead_id', 'lead.id')
        yield detailed(await rows.where('seq', 'in', seqs).orderBy('seq').execute())
        await nextTurn()
      }
    }
  } finally {
    await within.rollback().execute()
  }
}

async function* found(within: LeadDatabase, filter: ExportFilter): AsyncGenerator<number[]> {
  const criteria = { search: searchOf(filter), from: inUtc(filter.from), to: inUtc(filter.to) }
  const finder = new Finder(within)
  let after: Position | undefined
  do {
    const page = await finder.inOrder(criteria, 'oldest', { after, limit: searchPageSize })
    yield* slicesOf(
      page.map(({ seq }) => seq),
      readPageSize,
    )
    after = page.length === searchPageSize ? page.at(-1) : undefined
  } while (after)
}
