import { sql } from 'kysely'
import { isPostgres } from '../dialect.ts'
import type { LeadDatabase } from '../tables.ts'
import type { InTransaction } from '../transaction.ts'
import { addOnConflict, firstDayOfQuarters, quarterInSql } from './counter.ts'

/**
 * Corrects counters where an earlier version stored leads without counting them. Resolves to the number of leads by
 * which they were wrong. It adds differences, so that submissions at the same time count correctly.
 */
export async function recount(
  database: LeadDatabase,
  inTransaction: InTransaction,
  now = new Date(),
): Promise<number> {
  if ((await differences(database, now)).length === 0) return 0
  return inTransaction(async (within) => {
    // Otherwise another process that corrects the counters at the same time would add the same difference.
    if (isPostgres(within)) {
      await sql`select pg_advisory_xact_lock(hashtext('lead_counter'), hashtext(current_schema()))`.execute(
        within,
      )
    }
    const missing = await differences(within, now)
    for (const one of missing) {
      await within.insertInto('lead_counter').values(one).onConflict(addOnConflict).execute()
    }
    return missing.reduce((all, { leads }) => all + Math.abs(leads), 0)
  })
}

/** Returns the number of uncounted leads by form and quarter or day, in one consistent statement. */
async function differences(database: LeadDatabase, now: Date) {
  const before = firstDayOfQuarters(now).toISOString().slice(0, 16)
  const { rows } = await sql<{ form: string; quarter: string; leads: number | string }>`
    select form, quarter, sum(leads) as leads from (
      select form, case when created_at < ${before} then substr(created_at, 1, 10) || 'T00:00'
        else ${sql.raw(quarterInSql)} end as quarter, 1 as leads
      from lead where spam = 0
      union all
      select form, case when quarter < ${before} then substr(quarter, 1, 10) || 'T00:00'
        else quarter end as quarter, -leads
      from lead_counter
    ) as counted
    group by form, quarter having sum(leads) <> 0`.execute(database)
  // PostgreSQL returns large numbers as text.
  return rows.map((row) => ({ ...row, leads: Number(row.leads), slot: 0 }))
}
