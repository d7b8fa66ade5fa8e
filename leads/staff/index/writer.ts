import { type InsertObject, sql } from 'kysely'
import type { FormDescription } from '../../form-description.ts'
import { isPostgres } from '../../store/database/dialect.ts'
import type { LeadDatabase, LeadTables } from '../../store/database/tables.ts'
import { entryFormat, entryOf } from './entries/entry.ts'
import { indexedColumns } from './entries/indexed-row.ts'
import { chunkSize } from './index-database.ts'
import { MetricChanges } from './metric-changes.ts'

/** A lead to be indexed. `changes` increases with each change of the lead. */
interface Queued {
  lead_id: string
  changes: number
}

/** Selects queued leads in the order of their arrival. */
export const queued = (within: LeadDatabase, limit: number) =>
  within.selectFrom('lead_to_index').selectAll().orderBy('lead_id').limit(limit)

/** Removes leads from the queue, except for those that have changed again. */
export async function unqueue(within: LeadDatabase, indexed: readonly Queued[]): Promise<void> {
  const rows = indexed.map(({ lead_id, changes }) => sql`(${lead_id}, cast(${changes} as integer))`)
  if (rows.length === 0) return
  await sql`delete from lead_to_index where (lead_id, changes) in (values ${sql.join(rows)})`.execute(
    within,
  )
}

/**
 * Writes the entries of leads, in a transaction. Indexing a lead twice is harmless. Resolves to the number of erased
 * leads that had an entry before.
 */
export async function writeEntries(
  within: LeadDatabase,
  queued: readonly Queued[],
  forms: readonly FormDescription[],
): Promise<number> {
  const ids = queued.map(({ lead_id }) => lead_id)
  const leads = within.selectFrom('lead').select(indexedColumns).where('id', 'in', ids)
  const rows = await leads.orderBy('id').execute()
  if (rows.length === 0) return 0
  const notes = await within
    .selectFrom('lead_note')
    .select(['lead_id', 'text'])
    .where('lead_id', 'in', ids)
    .orderBy('id')
    .execute()
  const found = await within
    .selectFrom('lead_entry')
    .select(['lead_id', 'seq', 'facets'])
    .where('lead_id', 'in', ids)
    .execute()
  const previous = new Map(found.map((entry) => [entry.lead_id, entry]))
  const newest = within.selectFrom('lead_entry').select(({ fn }) => fn.max('seq').as('seq'))
  let last = (await newest.executeTakeFirst())?.seq ?? 0

  const metrics = new MetricChanges()
  const written = rows.map((row) => {
    const own = notes.filter(({ lead_id }) => lead_id === row.id).map(({ text }) => text)
    const before = previous.get(row.id)
    const { terms, ...entry } = entryOf(row, own, forms)
    metrics.replace(before?.facets, entry.facets)
    return { terms, entry: { ...entry, seq: before?.seq ?? ++last, format: entryFormat } }
  })
  if (isPostgres(within)) await insert(within, written.map(withTerms))
  else {
    const values = written.map(({ entry, terms }) => sql`(${entry.seq}, ${terms.join(' ')})`)
    const replaced = found.map(({ seq }) => seq)
    await insert(
      within,
      written.map(({ entry }) => entry),
    )
    if (replaced.length > 0) {
      await sql`delete from lead_terms where rowid in (${sql.join(replaced)})`.execute(within)
    }
    await sql`insert into lead_terms (rowid, terms) values ${sql.join(values)}`.execute(within)
  }
  await writeChunks(
    within,
    written.map(({ entry }) => entry),
  )
  await writeMetrics(within, metrics)
  return rows.filter(({ id, state }) => state === 'erased' && previous.has(id)).length
}

type Entry = InsertObject<LeadTables, 'lead_entry'>

/** Adds the terms, which are a column of the entry on PostgreSQL. */
const withTerms = ({ entry, terms }: { entry: Entry; terms: readonly string[] }) => ({
  ...entry,
  terms: sql<string>`array_to_tsvector(string_to_array(${terms.join(' ')}, ' '))`,
})

function insert(within: LeadDatabase, entries: readonly Entry[]) {
  const columns = Object.keys(entries[0] ?? {}).filter((name) => !/^(seq|lead_id)$/.test(name))
  return within
    .insertInto('lead_entry')
    .values(entries)
    .onConflict((conflict) =>
      conflict
        .column('lead_id')
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(columns.map((name) => [name, ref(`excluded.${name}` as 'seq')])),
        ),
    )
    .execute()
}

async function writeChunks(
  within: LeadDatabase,
  entries: readonly { seq: number; created_at: string }[],
): Promise<void> {
  const times = new Map<number, string[]>()
  for (const { seq, created_at } of entries) {
    const chunk = Math.floor(seq / chunkSize)
    times.set(chunk, [...(times.get(chunk) ?? []), created_at])
  }
  const [least, greatest] = isPostgres(within) ? ['least', 'greatest'] : ['min', 'max']
  for (const [chunk, found] of times) {
    const sorted = found.toSorted()
    await within
      .insertInto('lead_chunk')
      .values({ chunk, first_at: sorted[0] ?? '', last_at: sorted.at(-1) ?? '' })
      .onConflict((conflict) =>
        conflict.column('chunk').doUpdateSet({
          first_at: sql`${sql.raw(least)}(lead_chunk.first_at, excluded.first_at)`,
          last_at: sql`${sql.raw(greatest)}(lead_chunk.last_at, excluded.last_at)`,
        }),
      )
      .execute()
  }
}

/** Maximum number of rows in one statement, within SQLite's limit of values. */
const maxRows = 5_000

async function writeMetrics(within: LeadDatabase, { all }: MetricChanges): Promise<void> {
  for (let at = 0; at < all.length; at += maxRows) {
    await within
      .insertInto('lead_figure')
      .values(all.slice(at, at + maxRows))
      .onConflict((conflict) =>
        conflict
          .columns(['facet', 'day', 'form', 'value'])
          .doUpdateSet({ leads: sql<number>`lead_figure.leads + excluded.leads` }),
      )
      .execute()
  }
  // Deletes counts of zero, because a value that no lead has any more may identify an erased person.
  for (const { leads, ...key } of all) {
    if (leads >= 0) continue
    const row = within.deleteFrom('lead_figure').where('leads', '=', 0)
    await row.where(({ and }) => and(key)).execute()
  }
}
