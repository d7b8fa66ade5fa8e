import { migrations } from 'halvi-leads/migrations'
import { Kysely, Migrator, PostgresDialect } from 'kysely'
import pg from 'pg'
import { testDatabase } from '../../leads/testing/test-postgres.ts'

/** A database of PostgreSQL of its own, to which nobody else is connected. */
export interface OwnDatabase {
  url: string
  /** On a connection that is closed again. */
  query(sql: string): Promise<pg.QueryResult['rows']>
  /** What a version does at its start that knows the leads' migrations up to one. @throws when it can't */
  migrateTo(last: string): Promise<void>
  drop(): Promise<void>
}

/** Makes an empty one. */
export async function ownDatabase(): Promise<OwnDatabase> {
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
