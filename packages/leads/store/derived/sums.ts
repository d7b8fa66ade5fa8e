import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../database/dialect.ts'
import { rowTable } from '../database/row-table.ts'
import type { LeadDatabase } from '../database/tables.ts'
import { type CountedRow, facetsOf } from './facets.ts'

/** A number to add to `lead_sum`. */
export interface Sum {
  facet: string
  /** A day, `2025-11-22`, or its month, `m2025-11`. */
  day: string
  form: string
  value: string
  leads: number
}

/** Returns the key of a day's month, which sorts after all days: `m2025-11`. */
export const monthKey = (day: string) => `m${day.slice(0, 7)}`

/**
 * Returns the numbers to add when leads are added or change: without rows that stay the same, and in the same order in
 * all processes, so that they do not lock each other's rows. Always counts one version.
 */
export function sumsOf(added: readonly CountedRow[], removed: readonly CountedRow[] = []): Sum[] {
  const sums = new Map<string, Sum>()
  const add = (row: CountedRow, leads: number) => {
    if (row.spam) return
    const { form } = row
    const today = row.created_at.slice(0, 10)
    for (const [facet, value] of facetsOf(row)) {
      // Counted by month as well, so that a year is read as twelve months.
      for (const day of [today, monthKey(today)]) {
        const key = `${facet}\0${day}\0${form}\0${value}`
        const sum = sums.get(key)
        if (sum) sum.leads += leads
        else sums.set(key, { facet, day, form, value, leads })
      }
    }
  }
  for (const row of removed) add(row, -1)
  for (const row of added) add(row, 1)
  const sorted = [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
  return [
    ...sorted.filter(({ leads }) => leads !== 0),
    { facet: 'version', day: '', form: '', value: '', leads: 1 },
  ]
}

/** The columns of a number to add. */
const sumColumns = {
  ...({ facet: 'text', day: 'text', form: 'text', value: 'text', leads: 'integer' } as const),
}

/** Returns numbers as the table `sums`. */
export const asTable = (within: LeadDatabase, sums: readonly Sum[]): RawBuilder<unknown> =>
  rowTable(within, 'sums', sumColumns, sums)

/** Adds to an existing number on conflict. */
export const addOnConflict = sql`on conflict (facet, day, form, value, slot)
  do update set leads = lead_sum.leads + excluded.leads`

/**
 * Adds numbers. Deletes those that are zero then, because a value that no lead has any more may identify a person. On
 * PostgreSQL, `mergeSums` does so, because the other slots belong to other connections.
 */
export async function addSums(within: LeadDatabase, sums: readonly Sum[]): Promise<void> {
  const slot = isPostgres(within) ? sql`pg_backend_pid()` : sql`0`
  await sql`insert into lead_sum (facet, day, form, value, slot, leads)
    select facet, day, sums.form, value, ${slot}, leads
    from ${asTable(within, sums)} where true ${addOnConflict}`.execute(within)
  if (isPostgres(within)) return
  for (const { leads, ...key } of sums) {
    if (leads >= 0) continue
    const zero = within.deleteFrom('lead_sum').where('leads', '=', 0)
    await zero.where(({ and }) => and(key)).execute()
  }
}

/** New leads of a transaction on SQLite, which are counted before its commit. */
const uncounted = new WeakMap<LeadDatabase, CountedRow[]>()

/** Counts a new lead when `countNew` is called: many leads that are committed together share most numbers. */
export function countLater(within: LeadDatabase, row: CountedRow): void {
  const rows = uncounted.get(within)
  if (rows) rows.push(row)
  else uncounted.set(within, [row])
}

/** Counts the new leads of a transaction on SQLite. */
export async function countNew(within: LeadDatabase): Promise<void> {
  const rows = uncounted.get(within)
  uncounted.delete(within)
  if (rows) await addSums(within, sumsOf(rows))
}

/**
 * Adds the slots of all connections to PostgreSQL up, and deletes numbers that are zero. Skips rows that another
 * transaction holds, so that it never waits for changes of leads.
 */
export async function mergeSums(database: LeadDatabase): Promise<void> {
  if (!isPostgres(database)) return
  const key = sql`facet, day, form, value`
  await sql`with moved as (
      delete from lead_sum where ctid in (
        select ctid from lead_sum where slot <> 0 for update skip locked) returning *)
    insert into lead_sum select ${key}, 0, sum(leads) from moved group by ${key} order by ${key}
    ${addOnConflict}`.execute(database)
  await database.deleteFrom('lead_sum').where('slot', '=', 0).where('leads', '=', 0).execute()
}
