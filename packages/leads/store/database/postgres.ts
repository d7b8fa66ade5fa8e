import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'

/** Timeout of connecting and of the site's queries, in milliseconds. */
const timeoutMs = 5_000

/**
 * Connects to PostgreSQL. Loads the driver only when needed, and replaces lost connections.
 *
 * @param queryTimeoutMs 0 for no timeout
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
  // Without a listener, the error of a cut connection would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  pool.on('connect', (connection) => connection.on('error', () => {}))
  return pool
}

/**
 * Returns a pool for Kysely that closes a connection after a query failed without an error of PostgreSQL, such as a
 * timeout. The query may still be running there. After a late `begin`, further queries would be in a transaction that
 * is never committed.
 */
export function closeUncertainConnections(pool: Pool): PostgresPool {
  return {
    connect: async () => closeWhenUncertain(await pool.connect()),
    end: () => pool.end(),
  }
}

/** Returns a pool that calls `prepare` before its first connection, and again after it failed. */
export function prepareFirst(pool: PostgresPool, prepare: () => Promise<void>): PostgresPool {
  let prepared: Promise<void> | undefined
  return {
    async connect() {
      prepared ??= prepare().catch((error) => {
        prepared = undefined
        throw error
      })
      await prepared
      return pool.connect()
    },
    end: () => pool.end(),
  }
}

function closeWhenUncertain(client: PoolClient): PostgresPoolClient {
  let isCertain = true
  const query = async (...args: Parameters<PoolClient['query']>) => {
    try {
      return await client.query(...args)
    } catch (error) {
      isCertain &&= isServerError(error)
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(!isCertain),
  }
}

/**
 * Returns whether PostgreSQL itself rejected the query. Its errors have a severity:
 * https://www.postgresql.org/docs/current/protocol-error-fields.html
 */
const isServerError = (error: unknown) =>
  typeof (error as { severity?: unknown }).severity === 'string'
