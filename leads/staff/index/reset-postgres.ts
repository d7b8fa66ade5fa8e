import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { OperationError } from '../../errors.ts'
import { postgresIndex } from '../../store/database/postgres-index.ts'
import type { LeadDatabase, LeadTables } from '../../store/database/tables.ts'
import { queueAllLeads } from '../../store/index-queue.ts'
import { indexLock } from './postgres-index.ts'

/** Maximum time that readers wait while this waits for the tables' lock, in milliseconds. */
const lockTimeoutMs = 1_000
/** Number of attempts, with pauses of the same length between them in which others can read. */
const maxAttempts = 10
/** Code of PostgreSQL's error after the lock timeout. */
const lockNotAvailable = '55P03'

const inUse = 'The index is in use, possibly by an export. Run the command again later'

/**
 * Replaces the tables of the index on PostgreSQL, even if they are damaged, and queues all leads. Until then, staff
 * read the old tables, and no process indexes. If interrupted, leads are queued and nothing else has changed.
 *
 * @param tries number of attempts to lock the tables
 * @throws OperationError when other processes keep reading them
 */
export async function resetPostgresIndex(databaseUrl: string, tries = maxAttempts): Promise<void> {
  // Uses one connection, which holds the lock: queued leads must not be indexed into the old tables.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0 })
  // Ignores the event of a lost connection, because the running query fails as well.
  pool.on('error', () => {})
  const database = new Kysely<LeadTables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await sql`select pg_advisory_lock(${indexLock})`.execute(database)
    await queueAllLeads((work) => work(database))
    await sql`set lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(database)
    for (let left = tries - 1; ; left--) {
      try {
        return await database.transaction().execute(replaceTables)
      } catch (error) {
        if ((error as { code?: string }).code !== lockNotAvailable) throw error
        if (left === 0) throw new OperationError(inUse)
        await sleep(lockTimeoutMs)
      }
    }
  } finally {
    await database.destroy()
  }
}

async function replaceTables(within: LeadDatabase): Promise<void> {
  // Only tables of this site's schema. Another site's may be in a schema later in the search path.
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(within)
  for (const table of ['lead_entry', 'lead_chunk', 'lead_figure']) {
    await sql`drop table if exists ${sql.id(rows[0]?.name ?? 'public', table)}`.execute(within)
  }
  for (const statement of postgresIndex) await sql.raw(statement).execute(within)
  await sql`update lead_index set version = greatest(version + 1, ${Date.now()}::bigint)`.execute(
    within,
  )
}
