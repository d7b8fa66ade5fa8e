import { randomUUID } from 'node:crypto'
import pg from 'pg'

const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'

/** A schema of its own on a real PostgreSQL server; for tests. */
export interface TestPostgres {
  /** A DATABASE_URL whose tables are in the schema. */
  url: string
  query(sql: string): Promise<pg.QueryResult>
  drop(): Promise<void>
}

/**
 * Makes a schema; undefined where no server answers, which is said.
 *
 * @throws in CI, where one has to be there
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
