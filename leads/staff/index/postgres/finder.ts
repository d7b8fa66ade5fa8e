import type { QueryResultRow } from 'pg'
import {
  type Column,
  chunkSize,
  type Finder,
  type Part,
  type Place,
  type Wanted,
} from '../index-database.ts'
import { condition } from './condition.ts'
import { blockSize, type Progress, sizeFor, type Window, windowsOf } from './windows.ts'

/** Runs a statement and resolves to its rows. */
export type Query = <Row extends QueryResultRow>(sql: string, values: unknown[]) => Promise<Row[]>

/** So many leads at the beginning of an order are looked at one by one: most pages are full by then. */
const lookedAt = { inOrder: 2_000, byColumn: 4_000 }

/**
 * Finds leads by a GIN index, which gives all that match in no order. Each lead has its chunk and its
 * block of chunks as terms, so that one search can be of one of them alone. The first leads of an order are
 * looked at by themselves, which tells how close together those lie that match: what many leads match is
 * found in a small part then, and what few match among all.
 */
export function createPostgresFinder(query: Query, looks = lookedAt) {
  async function everything({ from, to }: Wanted): Promise<Window | undefined> {
    const [row] = await query<{ low: number | null; high: number | null; last: string | null }>(
      `select min(chunk) as low, max(chunk) as high, (select max(seq) from lead_entry) as last
       from lead_chunk where last_at >= $1 and first_at < $2`,
      [from ?? '', to ?? '9'],
    )
    if (!row || row.low === null || row.high === null) return undefined
    const high = Math.min((row.high + 1) * chunkSize - 1, Number(row.last))
    return { low: row.low * chunkSize, high }
  }

  /**
   * What to ask for, one after another; until so many are found as are wanted, which whoever asks tells by
   * `progress`.
   */
  function* parts(wanted: Wanted, all: Window, direction: 'asc' | 'desc', progress: Progress) {
    const { first, rest } = begin(all, direction, looks.inOrder)
    yield { from: oneByOne, ...condition(wanted, first) }
    progress.looked = looks.inOrder
    for (const window of windowsOf(rest, direction, sizeFor(progress, blocksBeforeAll(wanted)))) {
      if (progress.found >= progress.wanted) return
      yield { from: 'lead_entry', ...condition(wanted, window) }
      progress.looked += window.high - window.low + 1
    }
  }

  async function count(wanted: Wanted, bound: number): Promise<number> {
    const all = await everything(wanted)
    const progress = { looked: 0, found: 0, wanted: bound }
    for (const { from, sql, values } of all ? parts(wanted, all, 'desc', progress) : []) {
      const [row] = await query<{ leads: string }>(
        `select count(*) as leads from (
          select from ${from} where ${sql} limit ${bound - progress.found}) as matching`,
        values,
      )
      progress.found += Number(row?.leads ?? 0)
    }
    return progress.found
  }

  async function inOrder(wanted: Wanted, order: 'newest' | 'oldest', { after, limit }: Part) {
    const direction = order === 'newest' ? 'desc' : 'asc'
    const all = await everything(wanted)
    if (all && after && direction === 'desc') all.high = Math.min(all.high, after.seq - 1)
    if (all && after && direction === 'asc') all.low = Math.max(all.low, after.seq + 1)
    const found: Place[] = []
    const progress = { looked: 0, found: 0, wanted: limit }
    for (const { from, sql, values } of all ? parts(wanted, all, direction, progress) : []) {
      const rows = await query<{ seq: string }>(
        // The primary key would be walked along: only GIN knows where the next one is.
        `with matching as materialized (select seq from ${from} where ${sql})
         select seq from matching order by seq ${direction} limit ${limit - found.length}`,
        values,
      )
      found.push(...rows.map(({ seq }) => ({ seq: Number(seq) })))
      progress.found = found.length
    }
    return found
  }

  async function sorted(wanted: Wanted, column: Column, { after, limit }: Part): Promise<Place[]> {
    const window = await everything(wanted)
    if (!window) return []
    const from = [after?.value ?? '', after?.seq ?? -1]
    const { sql, values } = condition(wanted, window)
    const [v, s] = [`$${values.length + 1}`, `$${values.length + 2}`]
    const places = (rows: { seq: string; value: string }[]) =>
      rows.map(({ seq, value }) => ({ seq: Number(seq), value }))
    const walked = await query<{ seq: string; value: string; found: boolean }>(
      `select seq, ${column} as value, ${sql} as found from (
        select * from lead_entry where (${column}, seq) > (${v}, ${s}) order by ${column}, seq
        limit ${looks.byColumn}) as lead_entry`,
      [...values, ...from],
    )
    const found = walked.filter((row) => row.found).slice(0, limit)
    if (found.length === limit || walked.length < looks.byColumn) return places(found)
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
    for (const window of all ? windowsOf(all, 'asc', () => blockSize) : [])
      yield condition(wanted, window)
  }

  const finder: Finder = { count, inOrder, sorted }
  return { ...finder, oldestFirst }
}

/** What stands for `lead_entry` where its rows are looked at one by one, the numbers from $2 to $3. */
const oneByOne = '(select * from lead_entry where seq >= $2 and seq <= $3 offset 0) as lead_entry'

/** So many numbers at the beginning of an order, and those that are left. */
function begin({ low, high }: Window, direction: 'asc' | 'desc', many: number) {
  if (direction === 'asc') {
    const last = Math.min(high, low + many - 1)
    return { first: { low, high: last }, rest: { low: last + 1, high } }
  }
  const last = Math.max(low, high - many + 1)
  return { first: { low: last, high }, rest: { low, high: last - 1 } }
}

/** Where words only begin so, a search of a part takes as long as one of all. */
function blocksBeforeAll({ search }: Wanted): number {
  const prefixes = search.filter((group) => group.some(({ isPrefix }) => isPrefix)).length
  return Math.max(0, 2 - prefixes)
}
