import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { postgresIndex } from '../../store/database/postgres-index.ts'
import type { LeadTables } from '../../store/database/tables.ts'
import { queueAllLeads } from '../../store/lead-to-index.ts'
import { indexLock } from './postgres-index.ts'

/** Readers wait no longer for the tables to be replaced, in milliseconds. */
const lockTimeoutMs = 1_000
/** How often it is tried, with as long between, so that others can read. */
const maxTries = 10
/** The code of PostgreSQL's error after such a wait. */
const lockNotAvailable = '55P03'

/** The index is being read, as an export does for long. */
export class IndexInUseError extends Error {
  override name = 'IndexInUseError'
  override message = 'The index is being read, perhaps by an export: please run it again later'
}

/**
 * Replaces the tables of the index on PostgreSQL, whatever state they are in, and queues all leads. Until then staff
 * read the former ones, and nobody indexes. Interrupted, it has only queued leads.
 *
 * @param tries how often readers are waited for
 * @throws IndexInUseError when they go on reading
 */
export async function resetPostgresIndex(databaseUrl: string, tries = maxTries): Promise<void> {
  // One connection, which keeps the lock: what is queued must not be indexed into the former tables.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0 })
  // A query that is under way fails with its connection.
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
        if (left === 0) throw new IndexInUseError()
        await sleep(lockTimeoutMs)
      }
    }
  } finally {
    await database.destroy()
  }
}

async function replaceTables(within: Kysely<LeadTables>): Promise<void> {
  // Of this site alone: another's may lie in a schema that is searched after its own.
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(within)
  for (const table of ['lead_entry', 'lead_chunk', 'lead_figure']) {
    await sql`drop table if exists ${sql.id(rows[0]?.name ?? 'public', table)}`.execute(within)
  }
  for (const statement of postgresIndex) await sql.raw(statement).execute(within)
  await sql`update lead_index set version = greatest(version + 1, ${Date.now()}::bigint)`.execute(
    within,
  )
}
