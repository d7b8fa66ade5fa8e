import { reasonOf } from 'halvi-runtime/reason'
import pg from 'pg'
import { BackupError } from '../backup-error.ts'

/** The longest query builds an index of a million leads; in milliseconds. */
const queryTimeoutMs = 30 * 60_000

/** Opens a connection of its own; end it. @throws BackupError when the database can't be reached */
export async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    query_timeout: queryTimeoutMs,
  })
  // Without a listener, the error of a lost connection would end the process; the query under way rejects.
  client.on('error', () => {})
  await client.connect().catch((error) => {
    throw databaseError(error)
  })
  return client
}

/** Calls `work` with a connection of its own. @throws BackupError for what PostgreSQL says */
export async function withConnection<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
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

/** Returns one line for an error of the database or its connection, and errors of this site's own as they are. */
export function databaseError(error: unknown): BackupError {
  if (error instanceof BackupError) return error
  return new BackupError(`The database in DATABASE_URL can't be asked: ${reasonOf(error)}`, {
    cause: error,
  })
}

/** Text of every type in the form that any server reads, and rows in the order of the table. */
export const sessionSettings = `
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local extra_float_digits = 3; set local row_security = off;
  set local synchronize_seqscans = off; set local lock_timeout = '10s'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`
