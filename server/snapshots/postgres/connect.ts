import { childEnvironment } from 'halvi-runtime/processes/fork-program'
import { reasonOf } from 'halvi-runtime/reason'
import type { Client } from 'pg'
import { OperatorError } from '../../operator-error.ts'

/** Timeout of a query, in milliseconds. The longest query builds an index of a million leads. */
const queryTimeoutMs = 30 * 60_000

/**
 * Opens a connection to the database. The caller must end it.
 *
 * @throws OperatorError when the database is unreachable
 */
export async function connect(databaseUrl: string): Promise<Client> {
  // Loaded on demand, because most sites use SQLite.
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    query_timeout: queryTimeoutMs,
  })
  // Without a listener, a lost connection would crash the process. The query that is running rejects anyway.
  client.on('error', () => {})
  await client.connect().catch((error) => {
    throw databaseError(error)
  })
  return client
}

/**
 * Runs `work` with a new connection.
 *
 * @throws OperatorError for errors of the database
 */
export async function withConnection<Result>(
  databaseUrl: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(databaseUrl)
  try {
    return await work(client)
  } catch (error) {
    throw databaseError(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Returns an error of the database or its connection as an OperatorError with a one-line message. */
export function databaseError(error: unknown): OperatorError {
  if (error instanceof OperatorError) return error
  return new OperatorError(`The database in DATABASE_URL can't be used: ${reasonOf(error)}`, {
    cause: error,
  })
}

/** Session settings for exports: values in a format that every server can read, and rows in table order. */
export const sessionSettings = `
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local extra_float_digits = 3; set local row_security = off;
  set local synchronize_seqscans = off; set local lock_timeout = '10s'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

/**
 * Returns the address of a database without its password, and environment variables that contain the password.
 * Programs receive the password in their environment because all users of the machine can see program arguments.
 */
export function connectionOf(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const PGPASSWORD = decodeURIComponent(url.password) || url.searchParams.get('password')
  url.password = ''
  url.searchParams.delete('password')
  const environment = { ...childEnvironment([/^PG/]), ...(PGPASSWORD && { PGPASSWORD }) }
  return { address: url.href, environment }
}
