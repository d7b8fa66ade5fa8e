import { type OnConflictBuilder, sql } from 'kysely'
import type { LeadDatabase, LeadTables } from '../tables.ts'

/** Returns the quarter of an hour of a `lead.created_at`: `2025-11-22T09:45`. */
export function quarterOf(createdAt: string): string {
  const minutes = Number(createdAt.slice(14, 16))
  return `${createdAt.slice(0, 14)}${String(minutes - (minutes % 15)).padStart(2, '0')}`
}

/** Adds to an existing counter on conflict. */
const addOnConflict = (conflict: OnConflictBuilder<LeadTables, 'lead_counter'>) =>
  conflict
    .columns(['form', 'quarter', 'slot'])
    .doUpdateSet({ leads: sql<number>`lead_counter.leads + excluded.leads` })

/** Number of days for which leads are counted by quarters of an hour. Older leads are counted by days in UTC. */
const daysOfQuarters = 3

/**
 * Returns the earliest time from `since` on from which counters can count leads: the next full quarter of an hour or,
 * for past days, the next day.
 */
export function firstCountedTime(since: Date, now = new Date()): Date {
  const isLongAgo = since < firstDayOfQuarters(now)
  const step = isLongAgo ? 86_400_000 : 900_000
  return new Date(Math.ceil(since.getTime() / step) * step)
}

/**
 * Merges the counters of each past day into one. A year of quarters would be as slow to read as 100 years of days.
 */
export async function mergeCounters(database: LeadDatabase, now = new Date()): Promise<void> {
  const before = firstDayOfQuarters(now).toISOString().slice(0, 16)
  await database.transaction().execute(async (within) => {
    const merged = await within
      .deleteFrom('lead_counter')
      .where('quarter', '<', before)
      .where((row) => row.or([row('slot', '!=', 0), row(sql`substr(quarter, 12)`, '!=', '00:00')]))
      .returning(['form', sql<string>`substr(quarter, 1, 10) || 'T00:00'`.as('quarter'), 'leads'])
      .execute()
    const days = new Map<string, { form: string; quarter: string; slot: number; leads: number }>()
    for (const { form, quarter, leads } of merged) {
      const key = `${quarter} ${form}`
      const day = days.get(key) ?? { form, quarter, slot: 0, leads: 0 }
      day.leads += Number(leads)
      days.set(key, day)
    }
    for (const day of days.values()) {
      await within.insertInto('lead_counter').values(day).onConflict(addOnConflict).execute()
    }
  })
}

/** Returns the time from which leads are counted by quarters of an hour. */
function firstDayOfQuarters(now: Date): Date {
  const today = Math.floor(now.getTime() / 86_400_000)
  return new Date((today - daysOfQuarters) * 86_400_000)
}
