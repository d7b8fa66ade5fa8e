import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'

/** A connection, or a query of the site, that takes longer has failed; in milliseconds. */
const timeoutMs = 5_000

/**
 * Connections to PostgreSQL, opened as they are needed and replaced when they are lost. The driver
 * is loaded only where it is used: the embedded store starts without it.
 *
 * @param queryTimeoutMs how long a query may take, in milliseconds; 0: as long as it does
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
 * A pool for Kysely, which gives each connection back as if all had gone well on it. One on which a query has failed
 * otherwise than by PostgreSQL's own word is closed: the query may still be carried out there. After a late `begin`
 * what came next on that connection would be in a transaction that nobody commits.
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
