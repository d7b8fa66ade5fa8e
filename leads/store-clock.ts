import { type Kysely, sql } from 'kysely'
import { type Clock, createClock } from './clock.ts'
import { longestDelay } from './delivery/schedule.ts'
import { timeOfLeadId } from './lead.ts'
import type { LeadTables } from './store/database/tables.ts'

/** Returns a store's clock: later than stored times, and by PostgreSQL's clock where processes share a database. */
export async function storeClock(
  database: Kysely<LeadTables>,
  isPostgres: boolean,
): Promise<Clock> {
  const newest = await database
    .selectFrom('lead')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const last = await database
    .selectFrom('lead')
    .select(({ fn }) => fn.max('next_attempt_at').as('time'))
    .where('state', '=', 'pending')
    .executeTakeFirst()
  const notBefore = Math.max(
    0,
    newest ? timeOfLeadId(newest.id) + 1 : 0,
    // A retry further away was planned while the clock was ahead; it comes when it was to come.
    last?.time ? Date.parse(last.time) - longestDelay * 1000 : 0,
  )
  if (!isPostgres) return createClock({ notBefore })
  const { rows } = await sql<{ now: Date }>`select now()`.execute(database)
  const now = rows[0]?.now.getTime() ?? Date.now()
  return createClock({ notBefore, offset: now - Date.now() })
}
