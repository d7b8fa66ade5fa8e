import { randomUUID } from 'node:crypto'
import pg from 'pg'

const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'

/** A separate schema on a real PostgreSQL server; for tests. */
export interface TestPostgres {
  /** A DATABASE_URL whose tables are in the schema. */
  url: string
  query(sql: string): Promise<pg.QueryResult>
  drop(): Promise<void>
}

/**
 * Creates a schema. Returns undefined, and logs it, if no server is available.
 *
 * @throws in CI, where a server must be available
 */
export async function testPostgres(): Promise<TestPostgres | undefined> {
  const schema = `leads_${randomUUID().replaceAll('-', '')}`
  const pool = new pg.Pool({
    connectionString: server,
    options: `-csearch_path=${schema}`,
    max: 2,
  })
  try {
    await pool.query(`create schema ${schema}`)
  } catch (error) {
    if (process.env.CI) throw error
    console.info(`No PostgreSQL at ${server}: its tests are skipped`)
    return undefined
  }
  return {
    url: `${server}?options=${encodeURIComponent(`-csearch_path=${schema}`)}`,
    query: (sql) => pool.query(sql),
    async drop() {
      await pool.query(`drop schema ${schema} cascade`)
      await pool.end()
    },
  }
}
