import { CompiledQuery, sql } from 'kysely'
import type { FormDescription } from '../form-description.ts'
import { quarterOf } from './database/counting/counter.ts'
import { isPostgres } from './database/dialect.ts'
import type { LeadDatabase, NewLeadRow } from './database/tables.ts'
import { vectorOf } from './derived/change.ts'
import { derive } from './derived/content.ts'
import type { CountedRow } from './derived/facets.ts'
import { addOnConflict, asTable, countLater, sumsOf } from './derived/sums.ts'
import type { StoredLead } from './stored-lead.ts'

/** A new lead with its derived columns, and what else is stored with it. */
interface Added {
  row: NewLeadRow
  words: string
  counted: CountedRow
}

/**
 * Adds a lead with its words, queues it for an answer, and counts it. Does all or nothing: in one statement on
 * PostgreSQL, and in the transaction `within` on SQLite, which
 * calls `countNew` before its commit. If the same content is stored already, only queues that lead
 * for another answer, and returns undefined.
 */
export async function addLead(
  within: LeadDatabase,
  lead: NewLeadRow & StoredLead,
  forms: readonly FormDescription[],
): Promise<StoredLead | undefined> {
  const { columns, terms } = derive(lead, [], forms)
  const row = { ...lead, ...columns }
  const added = { row, words: terms.join(' '), counted: { ...unset, ...row } as CountedRow }
  const isAdded = await (isPostgres(within)
    ? inOneStatement(within, added)
    : oneByOne(within, added))
  if (isAdded) return lead
  if (lead.spam === 0) {
    await sql`insert into lead_to_answer (lead_id)
      select id from lead where fingerprint = ${lead.fingerprint} and spam = 0
      on conflict (lead_id) do update set answer = 1`.execute(within)
  }
  return undefined
}

/** Values of counted columns in a new lead. */
const unset = { status: 'new', contacted_at: null, accepted_at: null, delivered_at: null }

/** Inserts in raw SQL. Kysely takes longer to build the statements than SQLite to run them. */
async function oneByOne(within: LeadDatabase, { row, words, counted }: Added): Promise<boolean> {
  const run = (text: string, values: readonly unknown[]) =>
    within.executeQuery(CompiledQuery.raw(text, [...values]))
  const names = Object.keys(row)
  const { numAffectedRows } = await run(
    `insert into lead (${names}) values (${names.map(() => '?')})
     on conflict (fingerprint, spam) do nothing`,
    Object.values(row),
  )
  if (!numAffectedRows) return false
  await run('insert into lead_words (rowid, words) values (last_insert_rowid(), ?)', [words])
  countLater(within, counted)
  if (row.spam === 0) {
    await run('insert into lead_to_answer (lead_id) values (?)', [row.id])
    await run(
      `insert into lead_counter (form, quarter, slot, leads) values (?, ?, 0, 1)
       on conflict (form, quarter, slot) do update set leads = leads + 1`,
      [row.form, quarterOf(row.created_at)],
    )
  }
  return true
}

/** Each connection counts in its own slot. With a shared row, connections would wait for each other's commits. */
async function inOneStatement(
  within: LeadDatabase,
  { row, words, counted }: Added,
): Promise<boolean> {
  const insert = within
    .insertInto('lead')
    .values(row)
    .onConflict((conflict) => conflict.columns(['fingerprint', 'spam']).doNothing())
  const { rows } = await sql`
    with added as (${insert.returning(['id', 'seq', 'form', 'spam'])}),
    worded as (insert into lead_words select seq, ${vectorOf(words)} from added),
    answering as (insert into lead_to_answer (lead_id) select id from added where spam = 0),
    counted as (
      insert into lead_counter (form, quarter, slot, leads)
      select form, ${quarterOf(row.created_at)}, pg_backend_pid(), 1 from added where spam = 0
      on conflict (form, quarter, slot) do update set leads = lead_counter.leads + 1),
    summed as (
      insert into lead_sum (facet, day, form, value, slot, leads)
      select facet, day, sums.form, value, pg_backend_pid(), leads
      from added, ${asTable(sumsOf([counted]))} ${addOnConflict})
    select id from added`.execute(within)
  return rows.length > 0
}
