import { type RawBuilder, sql } from 'kysely'

/**
 * Returns a column's value, or '' for null, as an expression that no index has. SQLite has no statistics: it would use
 * an index of a column that many rows have the same value of.
 */
export const unindexed = (column: string): RawBuilder<string> =>
  sql<string>`coalesce(${sql.ref(column)}, '')`
