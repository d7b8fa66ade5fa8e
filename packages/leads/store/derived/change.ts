import { sql } from 'kysely'
import type { FormDescription } from '../../form-description.ts'
import { isPostgres } from '../database/dialect.ts'
import type { LeadDatabase } from '../database/tables.ts'
import { derive } from './content.ts'
import { countedColumns } from './facets.ts'
import { addSums, sumsOf } from './sums.ts'
import { type Term, withPrefixes } from './terms.ts'

/** Locks leads, runs a change of them in the same transaction, and corrects the metrics by the difference. */
export async function changeLeads<Result>(
  within: LeadDatabase,
  ids: readonly string[],
  change: () => Promise<Result>,
): Promise<Result> {
  if (ids.length === 0) return change()
  const rows = within.selectFrom('lead').select(countedColumns).where('id', 'in', ids).orderBy('id')
  const before = await (isPostgres(within) ? rows.forUpdate() : rows).execute()
  const result = await change()
  await addSums(within, sumsOf(await rows.execute(), before))
  return result
}

/**
 * Derives the columns and words of leads again, because their content or notes have changed. Belongs into
 * `changeLeads`.
 */
export async function deriveAgain(
  within: LeadDatabase,
  ids: readonly string[],
  forms: readonly FormDescription[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await within
    .selectFrom('lead')
    .select(['id', 'seq', 'payload', 'first_touch', 'state'])
    .where('id', 'in', ids)
    .execute()
  const notes = await within
    .selectFrom('lead_note')
    .select(['lead_id', 'text'])
    .where('lead_id', 'in', ids)
    .orderBy('id')
    .execute()
  for (const row of rows) {
    const own = notes.filter(({ lead_id }) => lead_id === row.id).map(({ text }) => text)
    const { columns, terms } = derive(row, own, forms)
    await within.updateTable('lead').set(columns).where('id', '=', row.id).execute()
    await setWords(within, row.seq, terms)
  }
}

/** Converts terms to a `tsvector`. */
export const vectorOf = (terms: readonly Term[]) =>
  sql<string>`array_to_tsvector(string_to_array(${withPrefixes(terms).join(' ')}, ' '))`

function setWords(within: LeadDatabase, seq: number, terms: readonly Term[]) {
  if (!isPostgres(within)) {
    const words = terms.join(' ')
    return sql`insert or replace into lead_words (rowid, words) values (${seq}, ${words})`.execute(
      within,
    )
  }
  return sql`insert into lead_words values (${seq}, ${vectorOf(terms)})
    on conflict (seq) do update set words = excluded.words`.execute(within)
}
