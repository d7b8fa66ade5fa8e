import { sql, type UpdateQueryBuilder } from 'kysely'
import { isPostgres } from './database/dialect.ts'
import type { LeadDatabase, LeadTables } from './database/tables.ts'
import { slicesOf } from './pages.ts'

/** Number of ids in one statement. SQLite allows 32,766 values. */
const pageSize = 1_000

/** Queues leads for the index, because this transaction changes them. The indexer reads them after the commit. */
export async function queueForIndex(within: LeadDatabase, ids: readonly string[]): Promise<void> {
  for (const some of slicesOf(ids, pageSize)) {
    await within
      .insertInto('lead_to_index')
      .values(some.map((lead_id) => ({ lead_id })))
      // Not `do nothing`: an indexer that has already read the lead may be about to delete this row.
      .onConflict((row) =>
        row.column('lead_id').doUpdateSet({ changes: sql`lead_to_index.changes + 1` }),
      )
      .execute()
  }
}

/**
 * Changes leads and queues them for the index. Does all or nothing: in one statement on PostgreSQL, and in the
 * transaction `within` on SQLite. `update` must return the ids of the changed leads.
 */
export async function changeAndIndex(
  within: LeadDatabase,
  update: (within: LeadDatabase) => UpdateOfLeads,
): Promise<void> {
  if (!isPostgres(within)) {
    const changed = await update(within).execute()
    await queueForIndex(
      within,
      changed.map(({ id }) => id),
    )
    return
  }
  await within
    .with('changed', (database) => update(database as LeadDatabase))
    .insertInto('lead_to_index')
    .columns(['lead_id'])
    .expression((from) => from.selectFrom('changed').select('id'))
    .onConflict((row) =>
      row.column('lead_id').doUpdateSet({ changes: sql`lead_to_index.changes + 1` }),
    )
    .execute()
}

type UpdateOfLeads = UpdateQueryBuilder<LeadTables, 'lead', 'lead', { id: string }>

/** Number of leads queued in one transaction. It takes a few hundredths of a second, which submissions wait for. */
const queuePageSize = 5_000

/**
 * Queues all leads, in several transactions. No process may be indexing at the same time.
 *
 * @param write runs each step in a transaction
 */
export async function queueAllLeads(
  write: <T>(work: (within: LeadDatabase) => Promise<T>) => Promise<T>,
): Promise<void> {
  const queue = async (within: LeadDatabase, after: string) => {
    const ids = sql`select id from lead where id > ${after} order by id limit ${queuePageSize}`
    await sql`insert into lead_to_index (lead_id) select id from (${ids}) as page where true
      on conflict (lead_id) do nothing`.execute(within)
    const { rows } = await sql<{ last: string | null }>`
      select max(id) as last from (${ids}) as page`.execute(within)
    return rows[0]?.last ?? undefined
  }
  let last: string | undefined = ''
  while (last !== undefined) {
    const after: string = last
    last = await write((within) => queue(within, after))
  }
}
