import type { Kysely } from 'kysely'
import { isLocked } from './database/busy-retry.ts'
import type { LeadTables } from './database/tables.ts'

/** For how long a result is given to whoever asks, in milliseconds. */
const ttlMs = 1_000

/**
 * Finds out whether leads can be stored, by storing something: the time, in the one row of a table.
 * Reading alone would not notice a full disk, or a PostgreSQL that has become a replica. Somebody
 * else who is writing to SQLite is no fault, submissions wait for that.
 *
 * The returned function throws when nothing can be stored.
 */
export function createStoreCheck(database: Kysely<LeadTables>): () => Promise<void> {
  let last: { at: number; result: Promise<void> } | undefined

  async function store() {
    const checked_at = new Date().toISOString()
    await database
      .insertInto('lead_store_check')
      .values({ id: 1, checked_at })
      .onConflict((row) => row.column('id').doUpdateSet({ checked_at }))
      .execute()
      .catch((error) => {
        if (!isLocked(error)) throw error
      })
  }

  return () => {
    const now = performance.now()
    if (!last || now - last.at > ttlMs) last = { at: now, result: store() }
    return last.result
  }
}
