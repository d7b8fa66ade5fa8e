import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { ExportFilter } from '../../contract/contract.ts'
import { isPostgres } from '../../store/database/dialect.ts'
import type { LeadTables } from '../../store/database/tables.ts'
import { type ExportFormat, type NamesOf, writeLeads } from '../export/write-leads.ts'
import { exportedColumns, type StoredRow, withNotes } from '../exported-columns.ts'
import { searchOf } from './entries/terms.ts'
import { Finder, type Position } from './finder.ts'
import type { IndexDatabase } from './index-database.ts'
import { inUtc } from './list.ts'
import { type LeadSource, openIndex } from './open-index.ts'

/**
 * Writes out the leads with the given ids, or all that the filter finds, the oldest first, as one
 * consistent snapshot that lasts until all is read or the reader stops.
 *
 * @param onRows called with how many more rows have been written
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

/** Leads that are found at once, as numbers. */
const foundAtOnce = 50_000
/** Leads that are read at once; one may have 100 kB. */
const readAtOnce = 500
/** How long a transaction that exports may wait for its reader, in milliseconds. */
const stalledMs = 120_000

async function* rowsOf(
  { database }: IndexDatabase,
  filter: ExportFilter,
): AsyncGenerator<StoredRow[]> {
  const snapshot = database.startTransaction().setAccessMode('read only')
  const within = await snapshot.setIsolationLevel('repeatable read').execute()
  try {
    if (isPostgres(within)) {
      // Before the snapshot is taken, which does not see tables that are rebuilt after it.
      await sql`lock table lead_entry, lead_chunk in access share mode`.execute(within)
      // A reader that stops does not keep deleted rows from being vacuumed.
      const timeout = sql.lit(stalledMs)
      await sql`set local idle_in_transaction_session_timeout = ${timeout}`.execute(within)
    }
    // Both files of SQLite are read from this moment on.
    await sql`select (select max(seq) from lead_entry), (select max(id) from lead)`.execute(within)
    const read = within
      .selectFrom('lead')
      .select(exportedColumns.map((name) => `lead.${name}` as const))
    if (filter.ids) {
      const ids = [...new Set(filter.ids)].sort()
      for (const some of parts(ids)) {
        yield withNotes(within, await read.where('id', 'in', some).orderBy('id').execute())
      }
    } else {
      for await (const seqs of found(within, filter)) {
        const rows = read.innerJoin('lead_entry', 'lead_entry.lead_id', 'lead.id')
        yield withNotes(within, await rows.where('seq', 'in', seqs).orderBy('seq').execute())
        await nextTurn()
      }
    }
  } finally {
    await within.rollback().execute()
  }
}

async function* found(within: Kysely<LeadTables>, filter: ExportFilter): AsyncGenerator<number[]> {
  const wanted = { search: searchOf(filter), from: inUtc(filter.from), to: inUtc(filter.to) }
  const finder = new Finder(within)
  let after: Position | undefined
  do {
    const page = await finder.inOrder(wanted, 'oldest', { after, limit: foundAtOnce })
    yield* parts(page.map(({ seq }) => seq))
    after = page.length === foundAtOnce ? page.at(-1) : undefined
  } while (after)
}

function* parts<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += readAtOnce) yield all.slice(at, at + readAtOnce)
}
