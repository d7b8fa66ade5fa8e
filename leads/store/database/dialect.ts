import { type Kysely, PostgresAdapter } from 'kysely'

/** Whether a database is PostgreSQL; else it is SQLite. */
export function isPostgres(database: Pick<Kysely<unknown>, 'getExecutor'>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter
}
