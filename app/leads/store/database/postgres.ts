import type { Pool } from 'pg'
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
