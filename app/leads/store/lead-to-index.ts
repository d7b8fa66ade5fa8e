import type { Kysely } from 'kysely'
import type { LeadTables } from './database.ts'

/** SQLite takes 32,766 values in a statement; they are written a part at a time. */
const most = 1_000

/**
 * Has the index made anew for leads that this transaction changes. On PostgreSQL it takes the lock of
 * a row that is there already: who indexes takes the row away first and reads the lead after that, so
 * that it waits for this transaction and finds what it has written.
 */
export async function toIndex(within: Kysely<LeadTables>, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += most) {
    await within
      .insertInto('lead_to_index')
      .values(ids.slice(start, start + most).map((lead_id) => ({ lead_id })))
      .onConflict((row) =>
        row.column('lead_id').doUpdateSet(({ ref }) => ({ lead_id: ref('excluded.lead_id') })),
      )
      .execute()
  }
}
