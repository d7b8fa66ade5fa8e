import { migrations } from 'halvi-leads/migrations'
import { Kysely, Migrator, PostgresDialect } from 'kysely'
import pg from 'pg'
import { testDatabase } from '../../leads/testing/test-postgres.ts'

/** A PostgreSQL database without other connections. */
export interface EmptyDatabase {
  url: string
  /** Runs SQL on a new connection, and closes the connection. Resolves to the rows. */
  query(sql: string): Promise<pg.QueryResult['rows']>
  /** Applies the migrations up to one, like an older version. @throws Error if a newer migration was applied */
  migrateTo(last: string): Promise<void>
  drop(): Promise<void>
}

/** Creates an empty database. */
export async function createDatabase(): Promise<EmptyDatabase> {
  const { url, query, drop } = await testDatabase()
  return {
    url,
    query: async (sql) => (await query(sql)).rows,
    migrateTo: (last) => migrate(url, last),
    drop,
  }
}

async function migrate(connectionString: string, last: string): Promise<void> {
  const known = Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last))
  const dialect = new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 1 }) })
  const db = new Kysely<unknown>({ dialect })
  try {
    const provider = { getMigrations: async () => known }
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    if (error) throw error
  } finally {
    await db.destroy()
  }
}
