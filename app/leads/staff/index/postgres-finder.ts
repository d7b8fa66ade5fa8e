import type { QueryResultRow } from 'pg'
import {
  type Column,
  chunkSize,
  type Finder,
  type Part,
  type Place,
  type Wanted,
} from './index-database.ts'
import { type Window, windowsOf } from './postgres-windows.ts'
import type { Search } from './terms.ts'

/** Runs a statement and resolves to its rows. */
export type Query = <Row extends QueryResultRow>(sql: string, values: unknown[]) => Promise<Row[]>

/** So many that match are sorted; of more, the order is walked along and each looked up. */
const mostSorted = 20_000
/** A walk ends after so many that do not match, and all that match are sorted after all. */
const longestWalk = 4_000

/**
 * Finds leads by a GIN index, which gives all that match in no order. Each lead has its chunk and its
 * block of chunks as terms, so that one search can be of one of them alone: whatever many leads match is
 * found in the first, and what few match is soon found among all.
 */
export function createPostgresFinder(query: Query) {
  async function everything({ from, to }: Wanted): Promise<Window | undefined> {
    const [row] = await query<{ low: number | null; high: number | null }>(
      'select min(chunk) as low, max(chunk) as high from lead_chunk where last_at >= $1 and first_at < $2',
      [from ?? '', to ?? '9'],
    )
    if (!row || row.low === null || row.high === null) return undefined
    return { low: row.low * chunkSize, high: (row.high + 1) * chunkSize - 1 }
  }

  async function count(wanted: Wanted, bound: number): Promise<number> {
    const all = await everything(wanted)
    let counted = 0
    for (const window of all ? windowsOf(all, 'desc', { chunks: 0, blocks: 2 }) : []) {
      const { sql, values } = condition(wanted, window)
      const [row] = await query<{ leads: string }>(
        `select count(*) as leads from (
          select from lead_entry where ${sql} limit ${bound - counted}) as matching`,
        values,
      )
      counted += Number(row?.leads ?? 0)
      if (counted >= bound) break
    }
    return counted
  }

  async function inOrder(wanted: Wanted, order: 'newest' | 'oldest', { after, limit }: Part) {
    const direction = order === 'newest' ? 'desc' : 'asc'
    const all = await everything(wanted)
    if (all && after && direction === 'desc') all.high = Math.min(all.high, after.seq - 1)
    if (all && after && direction === 'asc') all.low = Math.max(all.low, after.seq + 1)
    const found: Place[] = []
    for (const window of all ? windowsOf(all, direction, { chunks: 3, blocks: 2 }) : []) {
      const { sql, values } = condition(wanted, window)
      const rows = await query<{ seq: string }>(
        // The primary key would be walked along: only GIN knows where the next one is.
        `with matching as materialized (select seq from lead_entry where ${sql})
         select seq from matching order by seq ${direction} limit ${limit - found.length}`,
        values,
      )
      found.push(...rows.map(({ seq }) => ({ seq: Number(seq) })))
      if (found.length === limit) break
    }
    return found
  }

  async function sorted(wanted: Wanted, column: Column, { after, limit }: Part): Promise<Place[]> {
    const window = await everything(wanted)
    if (!window) return []
    const from = [after?.value ?? '', after?.seq ?? -1]
    const { sql, values } = condition(wanted, window)
    const places = (rows: { seq: string; value: string }[]) =>
      rows.map(({ seq, value }) => ({ seq: Number(seq), value }))
    const [v, s] = [`$${values.length + 1}`, `$${values.length + 2}`]
    if ((await count(wanted, mostSorted)) === mostSorted) {
      const walked = await query<{ seq: string; value: string; found: boolean }>(
        `select seq, ${column} as value, ${sql} as found from (
          select * from lead_entry where (${column}, seq) > (${v}, ${s}) order by ${column}, seq
          limit ${longestWalk}) as lead_entry`,
        [...values, ...from],
      )
      const found = walked.filter((row) => row.found).slice(0, limit)
      if (found.length === limit || walked.length < longestWalk) return places(found)
    }
    return places(
      await query<{ seq: string; value: string }>(
        // The index of the column would be walked along; what matches is few.
        `with matching as materialized (select seq, ${column} as value from lead_entry where ${sql})
         select seq, value from matching where (value, seq) > (${v}, ${s})
         order by value, seq limit ${limit}`,
        [...values, ...from],
      ),
    )
  }

  /** Conditions that together find all, from the oldest block on. */
  async function* oldestFirst(wanted: Wanted) {
    const all = await everything(wanted)
    const most = { chunks: 0, blocks: Number.POSITIVE_INFINITY }
    for (const window of all ? windowsOf(all, 'asc', most) : []) yield condition(wanted, window)
  }

  const finder: Finder = { count, inOrder, sorted }
  return { ...finder, oldestFirst }
}

/** In SQL with values, of what is within a window. */
function condition({ search, from, to }: Wanted, { low, high, term }: Window) {
  const own = term === undefined ? [] : [[{ term, isPrefix: false }]]
  // Not `seq between`, for which PostgreSQL may take the primary key's index in place of GIN.
  const parts = ['terms @@ $1::tsquery', 'seq + 0 >= $2', 'seq + 0 <= $3']
  const values: unknown[] = [queryOf([...own, ...search]), low, high]
  if (from !== undefined) parts.push(`created_at >= $${values.push(from)}`)
  if (to !== undefined) parts.push(`created_at < $${values.push(to)}`)
  return { sql: parts.join(' and '), values }
}

/** In the language of tsquery, whose lexemes are in quotes. */
function queryOf(search: Search): string {
  const groups = search.map((group) =>
    group.map(({ term, isPrefix }) => `'${term}'${isPrefix ? ':*' : ''}`).join(' | '),
  )
  return groups.map((group) => `(${group})`).join(' & ')
}
