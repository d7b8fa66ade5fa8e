import type { Pool, PoolClient, QueryResultRow } from 'pg'
import type { Figures } from '../../../contract/contract.ts'
import type { FormDescription } from '../../../form-description.ts'
import type { LeadRow } from '../../../store/database/tables.ts'
import { exportedColumns, type StoredRow } from '../../exported-columns.ts'
import { summaryColumns, summaryOf } from '../../summary.ts'
import { entryFormat, entryOf, indexedColumns } from '../entries/entry.ts'
import type { IndexedRow } from '../entries/facets.ts'
import { type FigureChange, FigureChanges, facetNames } from '../figure-changes.ts'
import { chunkOf, type IndexDatabase, type Wanted } from '../index-database.ts'
import { dayAfter } from '../spans.ts'
import { createPostgresFinder, type Query } from './finder.ts'
import { placeTerms } from './windows.ts'

/** The index of leads on PostgreSQL, beside the leads. The pool is closed with it. */
export function openPostgresIndex(pool: Pool, forms: readonly FormDescription[]): IndexDatabase {
  const query = queryOn(pool)
  return {
    finder: createPostgresFinder(query),

    async summaries(seqs) {
      const columns = summaryColumns.map((name) => `lead.${name}`).join(', ')
      const rows = await query<Pick<LeadRow, (typeof summaryColumns)[number]> & Shown>(
        `select lead_entry.seq, ${columns},
          (select count(*) from lead_note where lead_id = lead.id) as notes
         from lead_entry join lead on lead.id = lead_entry.lead_id
         where lead_entry.seq = any($1::bigint[])`,
        [seqs],
      )
      const bySeq = new Map(rows.map((row) => [Number(row.seq), row]))
      return seqs.flatMap((seq) => {
        const row = bySeq.get(seq)
        return row ? [summaryOf(row, Number(row.notes), () => undefined)] : []
      })
    },

    rows: (wanted) => inSnapshot(pool, (query) => rowsOf(query, wanted)),
    rowsById: (ids) => inSnapshot(pool, (query) => rowsByIdOf(query, ids)),

    async unindexed() {
      const [row] = await query<{ leads: string }>(
        'select count(*) as leads from lead_to_index',
        [],
      )
      return Number(row?.leads ?? 0)
    },

    async sums(spans, form) {
      const rows = await query<{ facet: string; value: string; leads: string }>(
        `select lead_figure.facet, lead_figure.value, sum(leads) as leads
         from unnest($1::text[], $2::text[]) as span (low, high)
         cross join unnest($3::text[]) as name (facet)
         join lead_figure on lead_figure.facet = name.facet and day >= low and day <= high
         where $4::text is null or form = $4
         group by lead_figure.facet, lead_figure.value`,
        [spans.map(({ low }) => low), spans.map(({ high }) => high), facetNames, form ?? null],
      )
      return rows.map((row) => ({ ...row, leads: Number(row.leads) }))
    },

    days: ({ from = '0', to = '9', form }) =>
      query<Figures['days'][number]>(
        `select day, form, leads from lead_figure where facet = 'form' and day >= $1 and day <= $2
           and ($3::text is null or form = $3) and leads > 0 order by day, form`,
        [from, to, form ?? null],
      ),

    async visits({ from = '0', to }) {
      const rows = await query<{ campaign: string; seen: string; opened: string }>(
        `select campaign, sum(seen) as seen, sum(opened) as opened from lead_visit
         where hour >= $1 and hour < $2 group by campaign`,
        [from, to === undefined ? '9' : dayAfter(to)],
      )
      return rows.map(({ campaign, seen, opened }) => {
        return { campaign, seen: Number(seen), opened: Number(opened) }
      })
    },

    async version() {
      const [row] = await query<{ version: string }>('select version from lead_index', [])
      return Number(row?.version ?? 0)
    },

    async stored() {
      const [row] = await query<{ leads: string | null }>(
        'select sum(leads) as leads from lead_counter',
        [],
      )
      return Number(row?.leads ?? 0)
    },

    async index(limit) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const indexed = await indexWaiting(client, limit, forms)
        await client.query('commit')
        client.release()
        return indexed
      } catch (error) {
        // The transaction ends with its connection, whatever state that is in.
        client.release(true)
        throw error
      }
    },

    // The tables are written anew by whoever erases: `vacuum` wants no transaction.
    hasToForget: async () => false,
    async forget() {},

    close: () => pool.end(),
  }
}

/** So many are read at once to be exported; a lead may have 100 kB. */
const readAtOnce = 500
/** So long a transaction that exports may wait for its reader, in milliseconds. */
const stalledMs = 120_000

/** Yields rows within a transaction that sees one snapshot, which ends with the generator. */
async function* inSnapshot(
  pool: Pool,
  read: (query: Query) => AsyncGenerator<StoredRow[]>,
): AsyncGenerator<StoredRow[]> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    // Before the snapshot is taken, which does not see tables that are rebuilt after it.
    await client.query('lock table lead_entry, lead_chunk in access share mode')
    // A reader that stops does not keep deleted rows from being vacuumed.
    await client.query(`set local idle_in_transaction_session_timeout = ${stalledMs}`)
    yield* read(queryOn(client))
  } finally {
    client.release(true)
  }
}

async function* rowsOf(query: Query, wanted: Wanted): AsyncGenerator<StoredRow[]> {
  for await (const { sql, values } of createPostgresFinder(query).oldestFirst(wanted)) {
    await query(
      `declare leads no scroll cursor for
       with matching as materialized (select seq, lead_id from lead_entry where ${sql})
       select ${exported} from matching join lead on lead.id = matching.lead_id order by seq`,
      values,
    )
    // The database reads on while what it gave is written.
    for (let next = fetched(query); ; ) {
      const rows = await next
      const isLast = rows.length < readAtOnce
      if (!isLast) next = fetched(query)
      if (rows.length > 0) yield rows
      if (isLast) break
    }
    await query('close leads', [])
  }
}

/** Yields the leads with these ids. */
async function* rowsByIdOf(query: Query, ids: readonly string[]): AsyncGenerator<StoredRow[]> {
  const sorted = [...new Set(ids)].sort()
  for (let at = 0; at < sorted.length; at += readAtOnce) {
    yield await query<StoredRow & QueryResultRow>(
      `select ${exported} from lead where id = any($1) order by id`,
      [sorted.slice(at, at + readAtOnce)],
    )
  }
}

/** Everything that is exported of a lead. */
const exported = `${exportedColumns.map((name) => `lead.${name}`).join(', ')},
  (select json_agg(json_build_object('at', created_at, 'by', author_name, 'text', text)
     order by id)::text from lead_note where lead_id = lead.id) as notes`

function fetched(query: Query): Promise<(StoredRow & QueryResultRow)[]> {
  const rows = query<StoredRow & QueryResultRow>(`fetch ${readAtOnce} from leads`, [])
  // Whoever reads no further waits for none of them, nor for what went wrong.
  rows.catch(() => {})
  return rows
}

interface Shown extends QueryResultRow {
  seq: string
  notes: string
}

const queryOn =
  (connection: Pool | PoolClient): Query =>
  async (sql, values) =>
    (await connection.query(sql, values)).rows

/** Whoever has this advisory lock indexes a schema: one process at a time. */
export const indexLock = `hashtext('lead_index'), hashtext(current_schema())`
const lock = `select pg_try_advisory_xact_lock(${indexLock}) as held`

async function indexWaiting(
  client: PoolClient,
  limit: number,
  forms: readonly FormDescription[],
): Promise<number> {
  const query = queryOn(client)
  const [{ held } = { held: false }] = await query<{ held: boolean }>(lock, [])
  if (!held) return 0
  // Whoever changes one of them waits for us; we wait for nobody, and take those later.
  const waiting = await query<{ lead_id: string }>(
    'select lead_id from lead_to_index order by lead_id limit $1 for update skip locked',
    [limit],
  )
  const ids = waiting.map(({ lead_id }) => lead_id)
  if (ids.length === 0) return queueOutdated(query, limit)
  const rows = await query<IndexedRow & QueryResultRow>(
    `select ${indexedColumns.join(', ')} from lead where id = any($1) order by id`,
    [ids],
  )
  const notes = await query<{ lead_id: string; texts: string[] }>(
    `select lead_id, array_agg(text order by id) as texts from lead_note where lead_id = any($1)
     group by lead_id`,
    [ids],
  )
  const former = await query<{ lead_id: string; seq: string; facets: string }>(
    'select lead_id, seq, facets from lead_entry where lead_id = any($1)',
    [ids],
  )
  const [{ last } = { last: '0' }] = await query<{ last: string }>(
    'select coalesce(max(seq), 0) as last from lead_entry',
    [],
  )
  await write(query, rows, {
    forms,
    notes: new Map(notes.map(({ lead_id, texts }) => [lead_id, texts])),
    former: new Map(former.map((row) => [row.lead_id, row])),
    last: Number(last),
  })
  await query('delete from lead_to_index where lead_id = any($1)', [ids])
  await query('update lead_index set version = greatest(version + 1, $1::bigint)', [Date.now()])
  return ids.length
}

/** Queues leads whose entries a former version of the code has made. Resolves to their number. */
async function queueOutdated(query: Query, limit: number): Promise<number> {
  const queued = await query(
    `insert into lead_to_index (lead_id)
     select lead_id from (
       select lead_id from lead_entry
       where format < $1 and exists (select from lead where id = lead_id) limit $2) as outdated
     order by lead_id on conflict (lead_id) do nothing returning 1`,
    [entryFormat, limit],
  )
  return queued.length
}

async function write(
  query: Query,
  rows: readonly IndexedRow[],
  known: {
    forms: readonly FormDescription[]
    notes: ReadonlyMap<string, string[]>
    former: ReadonlyMap<string, { seq: string; facets: string }>
    last: number
  },
): Promise<void> {
  const figures = new FigureChanges()
  let { last } = known
  const entries = rows.map((row) => {
    const entry = entryOf(row, known.notes.get(row.id) ?? [], known.forms)
    const before = known.former.get(row.id)
    const seq = before ? Number(before.seq) : ++last
    figures.replace(before?.facets, entry.facets)
    const terms = [...entry.terms, ...placeTerms(seq)].join(' ')
    return { ...entry, seq, terms, format: entryFormat }
  })
  const columns = [
    'seq',
    'lead_id',
    'created_at',
    'name',
    'email',
    'facets',
    'terms',
    'format',
  ] as const
  await query(
    `insert into lead_entry (${columns.join(', ')})
     select seq, lead_id, created_at, name, email, facets,
       array_to_tsvector(string_to_array(terms, ' ')), format
     from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::integer[]) as entry (${columns.join(', ')})
     on conflict (lead_id) do update set created_at = excluded.created_at, name = excluded.name,
       email = excluded.email, facets = excluded.facets, terms = excluded.terms,
       format = excluded.format`,
    columns.map((name) => entries.map((entry) => entry[name])),
  )
  await query(
    `insert into lead_chunk (chunk, first_at, last_at)
     select chunk, min(created_at), max(created_at)
     from unnest($1::integer[], $2::text[]) as entry (chunk, created_at) group by chunk
     on conflict (chunk) do update set first_at = least(lead_chunk.first_at, excluded.first_at),
       last_at = greatest(lead_chunk.last_at, excluded.last_at)`,
    [entries.map(({ seq }) => chunkOf(seq)), entries.map(({ created_at }) => created_at)],
  )
  await writeFigures(query, figures.all)
}

async function writeFigures(query: Query, changes: readonly FigureChange[]): Promise<void> {
  const columns = ['facet', 'day', 'form', 'value', 'leads'] as const
  await query(
    `insert into lead_figure (${columns.join(', ')})
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[])
     on conflict (facet, day, form, value)
     do update set leads = lead_figure.leads + excluded.leads`,
    columns.map((name) => changes.map((change) => change[name])),
  )
  // What nobody says any more may tell of who was erased.
  const fewer = changes.filter(({ leads }) => leads < 0)
  if (fewer.length === 0) return
  const keys = ['facet', 'day', 'form', 'value'] as const
  await query(
    `delete from lead_figure where leads = 0 and (facet, day, form, value) in (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]))`,
    keys.map((name) => fewer.map((change) => change[name])),
  )
}
