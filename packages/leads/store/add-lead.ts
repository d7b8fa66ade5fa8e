import { CompiledQuery, sql } from 'kysely'
import type { FormDescription } from '../form-description.ts'
import { isPostgres } from './database/dialect.ts'
import type { LeadDatabase, NewLeadRow } from './database/tables.ts'
import { vectorOf } from './derived/change.ts'
import { derive } from './derived/content.ts'
import type { CountedRow } from './derived/facets.ts'
import { addOnConflict, asTable, countLater, sumsOf } from './derived/sums.ts'
import type { StoredLead } from './stored-lead.ts'

/** A new lead's derived columns and terms. */
type Derived = ReturnType<typeof derive>

/**
 * Adds a lead with its words, queues the submission for an answer, and counts the lead. Does all or nothing: in one
 * statement on PostgreSQL, and in the transaction `within` on SQLite, which calls `countNew` before its commit. If the
 * same content is stored already, only queues the submission, with the id that the lead would have, and returns
 * undefined.
 */
export async function addLead(
  within: LeadDatabase,
  lead: NewLeadRow & StoredLead,
  forms: readonly FormDescription[],
  network: string | null = null,
): Promise<StoredLead | undefined> {
  const derived = derive(lead, [], forms)
  const isAdded = await (isPostgres(within)
    ? inOneStatement(within, lead, network, derived)
    : oneByOne(within, lead, network, derived))
  if (isAdded) return lead
  if (lead.spam === 0) {
    const { id, referral_code: code = null } = lead
    await sql`insert into lead_to_answer (id, lead_id, referral_code, network)
      select ${id}, id, ${code}, ${network} from lead
      where fingerprint = ${lead.fingerprint} and spam = 0`.execute(within)
  }
  return undefined
}

/** Returns a new lead as charts count it. */
function countedOf(lead: NewLeadRow, { columns }: Derived): CountedRow {
  const { form, spam, created_at, status = 'new', language = 'en' } = lead
  const { delivered_at = null, contacted_at = null, accepted_at = null } = lead
  const { city, source, campaign, topics } = columns
  return {
    ...{ form, spam, created_at, status, delivered_at, contacted_at, accepted_at },
    ...{ city, source, campaign, topics, language },
  }
}

/**
 * Inserts in raw SQL. Kysely takes longer to build the statements than SQLite to run them, and copies of such wide
 * rows would take as long again.
 */
async function oneByOne(
  within: LeadDatabase,
  lead: NewLeadRow & StoredLead,
  network: string | null,
  derived: Derived,
): Promise<boolean> {
  const run = (text: string, values: readonly unknown[]) =>
    within.executeQuery(CompiledQuery.raw(text, [...values]))
  const names = [...Object.keys(lead), ...Object.keys(derived.columns)]
  const { numAffectedRows } = await run(
    `insert into lead (${names}) values (${names.map(() => '?')})
     on conflict (fingerprint, spam) do nothing`,
    [...Object.values(lead), ...Object.values(derived.columns)],
  )
  if (!numAffectedRows) return false
  await run('insert into lead_words (rowid, words) values (last_insert_rowid(), ?)', [
    derived.terms.join(' '),
  ])
  countLater(within, countedOf(lead, derived))
  if (lead.spam === 0) {
    const { id, referral_code: code = null } = lead
    await run('insert into lead_to_answer values (?, ?, ?, ?)', [id, id, code, network])
  }
  return true
}

/** Each connection counts in its own slot. With a shared row, connections would wait for each other's commits. */
async function inOneStatement(
  within: LeadDatabase,
  lead: NewLeadRow & StoredLead,
  network: string | null,
  derived: Derived,
): Promise<boolean> {
  const insert = within
    .insertInto('lead')
    .values({ ...lead, ...derived.columns })
    .onConflict((conflict) => conflict.columns(['fingerprint', 'spam']).doNothing())
  const { rows } = await sql`
    with added as (${insert.returning(['id', 'seq', 'spam', 'referral_code'])}),
    worded as (insert into lead_words select seq, ${vectorOf(derived.terms)} from added),
    answering as (
      insert into lead_to_answer
      select id, id, referral_code, ${network} from added where spam = 0),
    summed as (
      insert into lead_sum (facet, day, form, value, slot, leads)
      select facet, day, sums.form, value, pg_backend_pid(), leads
      from added, ${asTable(within, sumsOf([countedOf(lead, derived)]))} ${addOnConflict})
    select id from added`.execute(within)
  return rows.length > 0
}
