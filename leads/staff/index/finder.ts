import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../../store/database/dialect.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import type { Search } from './entries/terms.ts'
import { chunkSize } from './index-database.ts'

/** Criteria of a search. Times are in ISO 8601 and UTC; `to` is exclusive. */
export interface SearchCriteria {
  search: Search
  from?: string | undefined
  to?: string | undefined
}

/** A lead's position in a sort order. */
export interface Position {
  seq: number
  /** The value that leads are sorted by; absent if that is `seq`. */
  value?: string
}

/** A page: up to `limit` leads after a position. */
interface Part {
  after?: Position | undefined
  limit: number
}

/**
 * Number of leads at the start of a sort order that PostgreSQL checks one by one, before it searches all matches.
 * They fill most pages. If few of them match, few leads match at all. SQLite sorts the matches if there are fewer
 * than this number, and otherwise reads leads in sort order.
 */
const sampleSize = 1_000

/** Maximum number of leads in a period for which a scan of the primary key may be faster than the index of terms. */
const shortPeriod = 100_000

/** Finds leads by their terms, with FTS5 on SQLite and a GIN index on PostgreSQL. */
export class Finder {
  readonly #database: LeadDatabase
  readonly #isPostgres: boolean
  readonly #sampleSize: number

  constructor(database: LeadDatabase, leadsToSample = sampleSize) {
    this.#database = database
    this.#isPostgres = isPostgres(database)
    this.#sampleSize = leadsToSample
  }

  /** Counts matching leads, up to `limit`. */
  async count(criteria: SearchCriteria, limit: number): Promise<number> {
    const range = await this.#rangeOf(criteria)
    const [row] = await this.#all<{ leads: number }>(
      sql`select count(*) as leads from (select 1 ${this.#matching(criteria, range)} limit ${limit}) as found`,
    )
    return row?.leads ?? 0
  }

  /** Finds leads in the order of their arrival. */
  async inOrder(criteria: SearchCriteria, order: 'newest' | 'oldest', { after, limit }: Part) {
    const range = await this.#rangeOf(criteria)
    if (after && order === 'newest') range.high = Math.min(range.high, after.seq - 1)
    if (after && order === 'oldest') range.low = Math.max(range.low, after.seq + 1)
    const direction = sql.raw(order === 'newest' ? 'desc' : 'asc')
    if (!this.#isPostgres) {
      return this.#all<Position>(
        sql`select lead_terms.rowid as seq ${this.#matching(criteria, range)}
          order by lead_terms.rowid ${direction} limit ${limit}`,
      )
    }
    const many = Math.max(this.#sampleSize, 2 * limit)
    const begin = { ...range }
    if (order === 'newest') begin.low = Math.max(range.low, range.high - many + 1)
    else begin.high = Math.min(range.high, range.low + many - 1)
    const first = await this.#all<Position>(
      sql`select seq from (select * from lead_entry where seq >= ${begin.low} and seq <= ${begin.high}
          order by seq ${direction} offset 0) as entry
        where ${this.#condition(criteria)} order by seq ${direction} limit ${limit}`,
    )
    if (order === 'newest') range.high = begin.low - 1
    else range.low = begin.high + 1
    if (first.length === limit || range.low > range.high) return first
    const rest = await this.#all<Position>(
      // Materialized, because PostgreSQL would otherwise scan the primary key.
      sql`with matching as materialized (select seq ${this.#matching(criteria, range)})
        select seq from matching order by seq ${direction} limit ${limit - first.length}`,
    )
    return [...first, ...rest]
  }

  /** Finds leads in the order of names or email addresses. */
  async sorted(criteria: SearchCriteria, column: 'name' | 'email', { after, limit }: Part) {
    const range = await this.#rangeOf(criteria)
    const value = sql.raw(column)
    const isAfter = sql`(${value}, seq) > (${after?.value ?? ''}, ${after?.seq ?? -1})`
    const ordered = sql`order by ${value}, seq`
    const { from = '', to = '9' } = criteria
    if (!this.#isPostgres) {
      const hasFewMatches = (await this.count(criteria, this.#sampleSize)) < this.#sampleSize
      // FTS5 finds all matches at once much faster than one by one. The plus sign makes SQLite read the column's
      // index in order.
      const along = sql`from lead_entry
        where +seq in (select rowid from lead_terms where ${this.#match(criteria.search)})
          and created_at >= ${from} and created_at < ${to}`
      return this.#all<Position>(
        sql`select seq, ${value} as value ${hasFewMatches ? this.#matching(criteria, range) : along}
          and ${isAfter} ${ordered} limit ${limit}`,
      )
    }
    const first = await this.#all<{ seq: number; value: string; found: boolean }>(
      sql`select seq, ${value} as value, ${this.#condition({ from, to, search: criteria.search })} as found
        from (select * from lead_entry where ${isAfter} ${ordered} limit ${this.#sampleSize}) as entry`,
    )
    const found = first.filter((row) => row.found).slice(0, limit)
    if (found.length === limit || first.length < this.#sampleSize) {
      return found.map(({ seq, value }): Position => ({ seq, value }))
    }
    return this.#all<Position>(
      sql`with matching as materialized (
          select seq, ${value} ${this.#matching(criteria, range)} and ${isAfter})
        select seq, ${value} as value from matching ${ordered} limit ${limit}`,
    )
  }

  /** Returns the range of numbers that contains the leads of a period. */
  async #rangeOf({ from, to }: SearchCriteria): Promise<{ low: number; high: number }> {
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

  /** Returns the `from` and `where` clauses. */
  #matching(
    criteria: SearchCriteria,
    { low, high }: { low: number; high: number },
  ): RawBuilder<unknown> {
    if (!this.#isPostgres) {
      return sql`from lead_terms cross join lead_entry on lead_entry.seq = lead_terms.rowid
        where ${this.#condition(criteria)} and lead_terms.rowid between ${low} and ${high}`
    }
    // Lets PostgreSQL scan the primary key only in short periods. `seq + 0` prevents it in longer ones.
    const seq = high - low < shortPeriod ? sql`seq` : sql`seq + 0`
    return sql`from lead_entry where ${this.#condition(criteria)} and ${seq} >= ${low} and ${seq} <= ${high}`
  }

  #condition({ search, from, to }: SearchCriteria): RawBuilder<unknown> {
    const parts = [this.#match(search)]
    if (from !== undefined) parts.push(sql`created_at >= ${from}`)
    if (to !== undefined) parts.push(sql`created_at < ${to}`)
    return sql.join(parts, sql` and `)
  }

  #match(search: Search): RawBuilder<unknown> {
    const query = this.#query(search)
    return this.#isPostgres ? sql`terms @@ ${query}::tsquery` : sql`lead_terms match ${query}`
  }

  /** Returns a search in the query language of FTS5 or `tsquery`, with quoted terms. */
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
