import { type Kysely, sql } from 'kysely'
import { type Clock, createClock } from './clock.ts'
import type { LeadTables } from './database.ts'

/**
 * The clock of a store: after the newest lead in it, and where processes share a PostgreSQL,
 * the database's own, since theirs may differ.
 */
export async function storeClock(
  database: Kysely<LeadTables>,
  isPostgres: boolean,
): Promise<Clock> {
  const newest = await database
    .selectFrom('lead')
    .select('created_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const notBefore = newest ? Date.parse(newest.created_at) + 1 : 0
  if (!isPostgres) return createClock({ notBefore })
  const { rows } = await sql<{ now: Date }>`select now()`.execute(database)
  const now = rows[0]?.now.getTime() ?? Date.now()
  return createClock({ notBefore, offset: now - Date.now() })
}
