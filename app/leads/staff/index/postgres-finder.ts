import type { QueryResultRow } from 'pg'
import {
  type Column,
  chunkOf,
  chunkSize,
  type Finder,
  type Part,
  type Place,
  type Wanted,
} from './index-database.ts'
import type { Search } from './terms.ts'

/** Runs a statement and resolves to its rows. */
export type Query = <Row extends QueryResultRow>(sql: string, values: unknown[]) => Promise<Row[]>

/** The newest chunks, or the oldest, are searched first: what matches many leads is found there. */
const firstChunks = 4
/** So many that match are sorted; of more, the order is walked along and each looked up. */
const mostSorted = 20_000
/** A walk ends after so many that do not match, and all that match are sorted after all. */
const longestWalk = 4_000

/** Numbers of leads, from and to, both included. */
interface Window {
  low: number
  high: number
}

/**
 * Finds leads by a GIN index, which gives all that match in no order. Each lead has its chunk as a term,
 * so that one search can be of some chunks alone and takes as long as there are leads in them.
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

  /** The first of a window in an order, and how many there are, both up to a limit. */
  async function first(
    wanted: Wanted,
    window: Window,
    direction: 'asc' | 'desc',
    limits: { limit: number; bound: number },
  ): Promise<{ places: Place[]; count: number }> {
    const { sql, values } = condition(wanted, window)
    const [row] = await query<{ seqs: string[]; leads: string }>(
      `with matching as materialized (select seq from lead_entry where ${sql} ${
        limits.limit === 0 ? `limit ${limits.bound}` : ''
      })
      select array(select seq from matching order by seq ${direction} limit ${limits.limit}) as seqs,
        (select count(*) from matching) as leads`,
      values,
    )
    return {
      places: (row?.seqs ?? []).map((seq) => ({ seq: Number(seq) })),
      count: Math.min(limits.bound, Number(row?.leads ?? 0)),
    }
  }

  async function count(wanted: Wanted, bound: number): Promise<number> {
    let rest = await everything(wanted)
    let chunks = firstChunks
    let counted = 0
    while (rest && counted < bound) {
      const [window, left] = split(rest, 'desc', chunks)
      const limits = { limit: 0, bound: bound - counted }
      const { count: found } = await first(wanted, window, 'desc', limits)
      counted += found
      rest = left
      // As many chunks as should do, by how many this one has, and everything when that was wrong.
      chunks =
        chunks === firstChunks && found > bound / 200
          ? Math.ceil((chunks * (bound - counted) * 1.3) / found)
          : Number.POSITIVE_INFINITY
    }
    return counted
  }

  async function inOrder(wanted: Wanted, order: 'newest' | 'oldest', { after, limit }: Part) {
    const direction = order === 'newest' ? 'desc' : 'asc'
    let rest = await everything(wanted)
    if (rest && after) {
      rest =
        direction === 'desc'
          ? { low: rest.low, high: Math.min(rest.high, after.seq - 1) }
          : { low: Math.max(rest.low, after.seq + 1), high: rest.high }
    }
    const found: Place[] = []
    let chunks = firstChunks
    while (rest && rest.low <= rest.high && found.length < limit) {
      const [window, left] = split(rest, direction, chunks)
      const limits = { limit: limit - found.length, bound: limit }
      found.push(...(await first(wanted, window, direction, limits)).places)
      rest = left
      chunks *= 8
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

  /** Conditions that together find all, from the oldest chunk on, each some thousand leads. */
  async function* oldestFirst(wanted: Wanted) {
    let rest = await everything(wanted)
    while (rest) {
      const [window, left] = split(rest, 'asc', 1)
      yield condition(wanted, window)
      rest = left
    }
  }

  const finder: Finder = { count, inOrder, sorted }
  return { ...finder, oldestFirst }
}

/** The chunks at the beginning of an order, and what is left. */
function split(
  { low, high }: Window,
  direction: 'asc' | 'desc',
  chunks: number,
): [Window, Window | undefined] {
  if (chunks > chunkOf(high) - chunkOf(low)) return [{ low, high }, undefined]
  if (direction === 'desc') {
    const from = (chunkOf(high) - chunks + 1) * chunkSize
    return [
      { low: from, high },
      { low, high: from - 1 },
    ]
  }
  const to = (chunkOf(low) + chunks) * chunkSize
  return [
    { low, high: to - 1 },
    { low: to, high },
  ]
}

/** Beyond so many chunks all leads are searched, and compared by their number. */
const mostNamed = 64

/** In SQL with values, of what is within a window. */
function condition({ search, from, to }: Wanted, { low, high }: Window) {
  const [first, last] = [chunkOf(low), chunkOf(high)]
  const named = Array.from({ length: Math.min(mostNamed, last - first) + 1 }, (_, index) => [
    { term: chunkTerm(first + index), isPrefix: false },
  ])
  const terms = queryOf(last - first < mostNamed ? [named.flat(), ...search] : search)
  // Not `seq between`, for which PostgreSQL may take the primary key's index in place of GIN.
  const parts = ['terms @@ $1::tsquery', 'seq + 0 >= $2', 'seq + 0 <= $3']
  const values: unknown[] = [terms, low, high]
  if (from !== undefined) parts.push(`created_at >= $${values.push(from)}`)
  if (to !== undefined) parts.push(`created_at < $${values.push(to)}`)
  return { sql: parts.join(' and '), values }
}

/** The chunk of a lead, as a term of it. */
export const chunkTerm = (chunk: number) => `#${chunk}`

/** In the language of tsquery, whose lexemes are in quotes. */
function queryOf(search: Search): string {
  const groups = search.map((group) =>
    group.map(({ term, isPrefix }) => `'${term}'${isPrefix ? ':*' : ''}`).join(' | '),
  )
  return groups.map((group) => `(${group})`).join(' & ')
}
