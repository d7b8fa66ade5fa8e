import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../../store/database/dialect.ts'
import type { LeadTables } from '../../store/database/tables.ts'
import type { Search } from './entries/terms.ts'
import { chunkSize } from './index-database.ts'

/** The leads to find; times are ISO 8601 in UTC, and `to` is excluded. */
export interface Wanted {
  search: Search
  from?: string | undefined
  to?: string | undefined
}

/** A lead's position in an order. */
export interface Position {
  seq: number
  /** What it is sorted by; absent where that is `seq`. */
  value?: string
}

/** A part of an order: up to `limit` leads after a position. */
interface Part {
  after?: Position | undefined
  limit: number
}

/**
 * How many leads at the beginning of an order are checked one by one before all that match are found. Most pages are
 * full by then; what few of these leads match, few leads match.
 */
const walked = { postgres: 4_000, sqlite: 1_000 }

/** Finds leads by their terms: by FTS5 on SQLite, and by a GIN index on PostgreSQL. */
export class Finder {
  readonly #database: Kysely<LeadTables>
  readonly #isPostgres: boolean
  readonly #walked: number

  constructor(database: Kysely<LeadTables>, walk?: number) {
    this.#database = database
    this.#isPostgres = isPostgres(database)
    this.#walked = walk ?? walked[this.#isPostgres ? 'postgres' : 'sqlite']
  }

  /** Counts leads, up to `limit`. */
  async count(wanted: Wanted, limit: number): Promise<number> {
    const range = await this.#rangeOf(wanted)
    const [row] = await this.#all<{ leads: number }>(
      sql`select count(*) as leads from (select 1 ${this.#matching(wanted, range)} limit ${limit}) as found`,
    )
    return row?.leads ?? 0
  }

  /** Finds leads in the order in which they came. */
  async inOrder(wanted: Wanted, order: 'newest' | 'oldest', { after, limit }: Part) {
    const range = await this.#rangeOf(wanted)
    if (after && order === 'newest') range.high = Math.min(range.high, after.seq - 1)
    if (after && order === 'oldest') range.low = Math.max(range.low, after.seq + 1)
    const direction = sql.raw(order === 'newest' ? 'desc' : 'asc')
    if (!this.#isPostgres) {
      return this.#all<Position>(
        sql`select lead_terms.rowid as seq ${this.#matching(wanted, range)}
          order by lead_terms.rowid ${direction} limit ${limit}`,
      )
    }
    const many = Math.max(this.#walked, 2 * limit)
    const begin = { ...range }
    if (order === 'newest') begin.low = Math.max(range.low, range.high - many + 1)
    else begin.high = Math.min(range.high, range.low + many - 1)
    const first = await this.#all<Position>(
      sql`select seq from (select * from lead_entry where seq >= ${begin.low} and seq <= ${begin.high} offset 0) as entry
        where ${this.#condition(wanted)} order by seq ${direction} limit ${limit}`,
    )
    if (order === 'newest') range.high = begin.low - 1
    else range.low = begin.high + 1
    if (first.length === limit || range.low > range.high) return first
    const rest = await this.#all<Position>(
      // Without this, PostgreSQL walks along the primary key.
      sql`with matching as materialized (select seq ${this.#matching(wanted, range)})
        select seq from matching order by seq ${direction} limit ${limit - first.length}`,
    )
    return [...first, ...rest]
  }

  /** Finds leads by name or address. */
  async sorted(wanted: Wanted, column: 'name' | 'email', { after, limit }: Part) {
    const range = await this.#rangeOf(wanted)
    const value = sql.raw(column)
    const isAfter = sql`(${value}, seq) > (${after?.value ?? ''}, ${after?.seq ?? -1})`
    if (this.#isPostgres || !hasPrefix(wanted.search)) {
      const isFound = this.#isPostgres
        ? sql`terms @@ ${this.#query(wanted.search)}::tsquery`
        : sql`exists (select 1 from lead_terms where lead_terms.rowid = seq and lead_terms match ${this.#query(wanted.search)})`
      const first = await this.#all<{ seq: number; value: string; found: boolean | number }>(
        sql`select seq, ${value} as value,
            ${isFound} and created_at >= ${wanted.from ?? ''} and created_at < ${wanted.to ?? '9'} as found
          from (select * from lead_entry where ${isAfter} order by ${value}, seq limit ${this.#walked}) as entry`,
      )
      const found = first.filter((row) => row.found).slice(0, limit)
      if (found.length === limit || first.length < this.#walked) {
        return found.map(({ seq, value }) => ({ seq, value }))
      }
    }
    return this.#all<Position>(
      sql`with matching as materialized (select seq, ${value} as value ${this.#matching(wanted, range)})
        select seq, value from matching where (value, seq) > (${after?.value ?? ''}, ${after?.seq ?? -1})
        order by value, seq limit ${limit}`,
    )
  }

  /** The numbers between which the leads of a period lie. */
  async #rangeOf({ from, to }: Wanted): Promise<{ low: number; high: number }> {
    const [found] = await this.#all<{ low: number | null; high: number | null }>(
      sql`select min(chunk) as low, max(chunk) as high from lead_chunk
        where last_at >= ${from ?? ''} and first_at < ${to ?? '9'}`,
    )
    const [newest] = await this.#all<{ seq: number | null }>(
      sql`select max(seq) as seq from lead_entry`,
    )
    const low = (found?.low ?? 0) * chunkSize
    const high = ((found?.high ?? -1) + 1) * chunkSize - 1
    return { low, high: Math.min(high, newest?.seq ?? 0) }
  }

  /** What is selected from, and where. */
  #matching(wanted: Wanted, { low, high }: { low: number; high: number }): RawBuilder<unknown> {
    if (!this.#isPostgres) {
      return sql`from lead_terms cross join lead_entry on lead_entry.seq = lead_terms.rowid
        where ${this.#condition(wanted)} and lead_terms.rowid between ${low} and ${high}`
    }
    // Not `seq between`, for which PostgreSQL may take the primary key in place of GIN.
    return sql`from lead_entry where ${this.#condition(wanted)} and seq + 0 >= ${low} and seq + 0 <= ${high}`
  }

  #condition({ search, from, to }: Wanted): RawBuilder<unknown> {
    const parts = [
      this.#isPostgres
        ? sql`terms @@ ${this.#query(search)}::tsquery`
        : sql`lead_terms match ${this.#query(search)}`,
    ]
    if (from !== undefined) parts.push(sql`created_at >= ${from}`)
    if (to !== undefined) parts.push(sql`created_at < ${to}`)
    return sql.join(parts, sql` and `)
  }

  /** In the language of FTS5 or of `tsquery`, with terms in quotes. */
  #query(search: Search): string {
    const [quote, prefix, or, and] = this.#isPostgres
      ? ["'", ':*', ' | ', ' & ']
      : ['"', ' *', ' OR ', ' AND ']
    const groups = search.map((group) =>
      group
        .map(({ term, isPrefix }) => `${quote}${term}${quote}${isPrefix ? prefix : ''}`)
        .join(or),
    )
    return groups.map((group) => `(${group})`).join(and)
  }

  async #all<Row>(statement: RawBuilder<unknown>): Promise<Row[]> {
    return (await (statement as RawBuilder<Row>).execute(this.#database)).rows
  }
}

/** FTS5 joins the leads of all terms that begin so, again for each lead that is looked up. */
const hasPrefix = (search: Search) => search.some((group) => group.some(({ isPrefix }) => isPrefix))
