import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Logger } from 'pino'
import type { FormDescription } from '../../form-description.ts'
import type { LeadDatabase, LeadTables } from '../../store/database/tables.ts'
import { entryFormat } from './entries/entry.ts'
import type { IndexDatabase } from './index-database.ts'
import { queued, unqueue, writeEntries } from './writer.ts'

/** Opens the index of leads on PostgreSQL, whose tables are in the leads' database. */
export async function openPostgresIndex(
  databaseUrl: string,
  forms: readonly FormDescription[],
  log: Pick<Logger, 'warn'>,
): Promise<IndexDatabase> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: maxConnections,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + 1_000,
    keepAlive: true,
    // Counts and lead numbers are `bigint`, which the driver returns as text by default.
    types: {
      getTypeParser: (type, format) =>
        type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format),
    },
    async onConnect(client) {
      await client.query(settings)
    },
  })
  // Without a listener, the error of a cut connection would end the process.
  pool.on('error', (err) => log.warn({ err }, 'database connection lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  const database = new Kysely<LeadTables>({ dialect: new PostgresDialect({ pool }) })
  return {
    database,

    index: (limit) =>
      database.transaction().execute(async (within) => {
        const { rows } = await sql<{ held: boolean }>`
          select pg_try_advisory_xact_lock(${indexLock}) as held`.execute(within)
        if (!rows[0]?.held) return 0
        // Locks the leads, and skips those that other processes are changing.
        const leads = await queued(within, limit).forUpdate().skipLocked().execute()
        if (leads.length === 0) return queueOutdated(within, limit)
        await writeEntries(within, leads, forms)
        await unqueue(within, leads)
        await sql`update lead_index set version = greatest(version + 1, ${Date.now()}::bigint)`.execute(
          within,
        )
        return leads.length
      }),

    // The erase command rewrites the tables, because `vacuum` cannot run in a transaction.
    purge: async () => 'done',

    close: () => database.destroy(),
  }
}

const maxConnections = 4
/** Timeout of a statement, in milliseconds. */
const timeoutMs = 10_000

/** Makes queries use the index of terms and read each row once, even if the planner estimates otherwise. */
const settings = `set enable_seqscan = off; set jit = off; set work_mem = '32MB';
  set max_parallel_workers_per_gather = 0; set plan_cache_mode = force_custom_plan`

/** Key of the advisory lock for indexing a schema. Only one process indexes at a time. */
export const indexLock = sql`hashtext('lead_index'), hashtext(current_schema())`

/** Queues leads whose entries were written by another version of the code. Resolves to their number. */
async function queueOutdated(within: LeadDatabase, limit: number): Promise<number> {
  const { rows } = await sql`insert into lead_to_index (lead_id)
    select lead_id from (
      select lead_id from lead_entry
      where format < ${entryFormat} and exists (select from lead where id = lead_id)
      limit ${limit}) as outdated
    order by lead_id on conflict (lead_id) do nothing returning 1`.execute(within)
  return rows.length
}
