import { type Kysely, sql, type UpdateQueryBuilder } from 'kysely'
import { isPostgres } from './database/dialect.ts'
import type { LeadTables } from './database/tables.ts'

/** SQLite takes 32,766 values in a statement; they are written a part at a time. */
const pageSize = 1_000

/** Queues leads that this transaction changes for the index, which reads what is committed. */
export async function toIndex(within: Kysely<LeadTables>, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += pageSize) {
    await within
      .insertInto('lead_to_index')
      .values(ids.slice(start, start + pageSize).map((lead_id) => ({ lead_id })))
      // Not `do nothing`: whoever indexes may be about to take the row away, having read the lead before.
      .onConflict((row) =>
        row.column('lead_id').doUpdateSet({ changes: sql`lead_to_index.changes + 1` }),
      )
      .execute()
  }
}

/**
 * Changes leads and queues them for the index, all or nothing: on PostgreSQL in one statement, on SQLite `within` a
 * transaction. `update` returns the ids of what it changes.
 */
export async function changeAndIndex(
  within: Kysely<LeadTables>,
  update: (within: Kysely<LeadTables>) => UpdateOfLeads,
): Promise<void> {
  if (!isPostgres(within)) {
    const changed = await update(within).execute()
    await toIndex(
      within,
      changed.map(({ id }) => id),
    )
    return
  }
  await within
    .with('changed', (database) => update(database as Kysely<LeadTables>))
    .insertInto('lead_to_index')
    .columns(['lead_id'])
    .expression((from) => from.selectFrom('changed').select('id'))
    .onConflict((row) =>
      row.column('lead_id').doUpdateSet({ changes: sql`lead_to_index.changes + 1` }),
    )
    .execute()
}

type UpdateOfLeads = UpdateQueryBuilder<LeadTables, 'lead', 'lead', { id: string }>

/** Queued at once: some hundredths of a second's work, for which submissions wait. */
const queuedAtOnce = 5_000

/**
 * Queues all leads, some at a time; nobody may be indexing meanwhile.
 *
 * @param write runs each step as a transaction
 */
export async function queueAllLeads(
  write: <T>(work: (within: Kysely<LeadTables>) => Promise<T>) => Promise<T>,
): Promise<void> {
  const queue = async (within: Kysely<LeadTables>, after: string) => {
    const ids = sql`select id from lead where id > ${after} order by id limit ${queuedAtOnce}`
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
