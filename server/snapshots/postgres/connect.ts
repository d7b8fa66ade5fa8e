import { childEnvironment } from 'halvi-runtime/processes/fork-program'
import { reasonOf } from 'halvi-runtime/reason'
import type { Client } from 'pg'
import { OperatorError } from '../../operator-error.ts'

/** The longest query builds an index of a million leads; in milliseconds. */
const queryTimeoutMs = 30 * 60_000

/** Opens a connection of its own; end it. @throws OperatorError when the database can't be reached */
export async function connect(databaseUrl: string): Promise<Client> {
  // Loaded only where it is used, as by the site.
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    query_timeout: queryTimeoutMs,
  })
  // Without a listener, the error of a lost connection would end the process; the running query rejects.
  client.on('error', () => {})
  await client.connect().catch((error) => {
    throw databaseError(error)
  })
  return client
}

/** Calls `work` with a connection of its own. @throws OperatorError for an error of the database */
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

/** Returns one line for an error of the database or its connection, and an OperatorError as it is. */
export function databaseError(error: unknown): OperatorError {
  if (error instanceof OperatorError) return error
  return new OperatorError(`The database in DATABASE_URL can't be used: ${reasonOf(error)}`, {
    cause: error,
  })
}

/** Has values written in a form that every server reads, and rows in the order of the table. */
export const sessionSettings = `
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local extra_float_digits = 3; set local row_security = off;
  set local synchronize_seqscans = off; set local lock_timeout = '10s'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

/**
 * Returns a database's address without the password, and the environment that has it for a program: everybody on the
 * machine sees the program's arguments.
 */
export function connectionOf(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const PGPASSWORD = decodeURIComponent(url.password) || url.searchParams.get('password')
  url.password = ''
  url.searchParams.delete('password')
  const environment = { ...childEnvironment([/^PG/]), ...(PGPASSWORD && { PGPASSWORD }) }
  return { address: url.href, environment }
}
