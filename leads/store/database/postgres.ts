import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'

/** A connection, or a query of the site, that takes longer has failed; in milliseconds. */
const timeoutMs = 5_000

/**
 * Connects to PostgreSQL, with a driver that is loaded only where it is used; lost connections are replaced.
 * `queryTimeoutMs`: 0 for no limit.
 */
export async function openPool(
  connectionString: string,
  log: Logger,
  queryTimeoutMs = timeoutMs,
): Promise<Pool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
  })
  // Unheard, the error of a connection that the server cuts would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  pool.on('connect', (connection) => connection.on('error', () => {}))
  return pool
}

/**
 * Returns a pool for Kysely that closes a connection after a query failed without PostgreSQL's own word: the query may
 * still run there, and after a late `begin` further ones would be in a transaction that nobody commits.
 */
export function withoutUncertain(pool: Pool): PostgresPool {
  return {
    connect: async () => closedWhenUncertain(await pool.connect()),
    end: () => pool.end(),
  }
}

function closedWhenUncertain(client: PoolClient): PostgresPoolClient {
  let isCertain = true
  const query = async (...asked: Parameters<PoolClient['query']>) => {
    try {
      return await client.query(...asked)
    } catch (error) {
      isCertain &&= hasAnswered(error)
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(!isCertain),
  }
}

/** What PostgreSQL refuses has a severity: https://www.postgresql.org/docs/current/protocol-error-fields.html */
const hasAnswered = (error: unknown) =>
  typeof (error as { severity?: unknown }).severity === 'string'
