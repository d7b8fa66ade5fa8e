import type { Logger } from 'pino'
import type { FormDescription } from '../../form-description.ts'
import type { IndexDatabase } from './index-database.ts'

/** Where leads are, `leads.db` in a folder or PostgreSQL, and what forms they come from. */
export interface LeadSource {
  dataDir: string
  databaseUrl?: string | undefined
  forms: readonly FormDescription[]
}

/**
 * Opens the index of leads whose tables are up to date. SQLite's is made anew where it is missing or
 * was made of other leads.
 *
 * @throws when it can't be opened
 */
export async function openIndex(
  { dataDir, databaseUrl, forms }: LeadSource,
  log: Pick<Logger, 'warn'>,
): Promise<IndexDatabase> {
  if (databaseUrl === undefined) {
    const { openSqliteIndex } = await import('./sqlite/sqlite-index.ts')
    return openSqliteIndex(dataDir, forms)
  }
  const { openPostgresIndex } = await import('./postgres/postgres-index.ts')
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: mostConnections,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + 1_000,
    keepAlive: true,
    async onConnect(client) {
      await client.query(settings)
    },
  })
  // Unheard, the error of a connection that the server cuts would end the process.
  pool.on('error', (err) => log.warn({ err }, 'a database connection was lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  return openPostgresIndex(pool, forms)
}

const mostConnections = 4
/** A statement that takes longer has failed, in milliseconds. */
const timeoutMs = 10_000

/**
 * What matches is found by the terms' index, and each row but once, whatever the planner makes of terms
 * whose number it can't know.
 */
const settings = `set enable_seqscan = off; set jit = off; set work_mem = '32MB';
  set max_parallel_workers_per_gather = 0; set plan_cache_mode = force_custom_plan`
