import { sql } from 'kysely'
import { createClock } from './clock.ts'
import { timeOfLeadId } from './lead.ts'
import { maxDelay } from './sending/schedule.ts'
import type { LeadDatabase } from './store/database/tables.ts'

/** Returns the clock of an open store. */
export const storeClock = async (database: LeadDatabase, isPostgres: boolean) =>
  createClock(await readClockState(database, isPostgres))

/**
 * Reads a clock's state from its store. The clock starts after all stored times. On PostgreSQL, which
 * several processes may share, it uses the database's time.
 */
export async function readClockState(database: LeadDatabase, isPostgres: boolean) {
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
    // A later retry was scheduled while the clock was ahead. The clock starts ahead too, so that it is not delayed.
    last?.time ? Date.parse(last.time) - maxDelay * 1000 : 0,
  )
  if (!isPostgres) return { notBefore }
  const { rows } = await sql<{ now: Date }>`select now()`.execute(database)
  const now = rows[0]?.now.getTime() ?? Date.now()
  return { notBefore, offset: now - Date.now() }
}
