import { type Kysely, PostgresAdapter } from 'kysely'

/** Returns whether a database is PostgreSQL; otherwise it is SQLite. */
export function isPostgres(database: Pick<Kysely<unknown>, 'getExecutor'>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter
}
