import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { leadsFile } from 'halvi-leads/files'
import { reasonOf } from 'halvi-runtime/reason'
import Database from 'libsql/promise'
import pg from 'pg'
import type { Settings } from '../../../server/settings/settings.ts'

/** The data that checks read from the database of leads. */
interface LeadStore {
  migrations: string[]
  /** Leads that the form endpoint has not accepted; times are ISO 8601. */
  undelivered: { state: 'pending' | 'exhausted'; leads: number; oldest: string }[]
  /** The time of the newest lead, in ISO 8601. */
  newest?: string
  /** The number of leads that are not indexed yet, so that staff can't find them. */
  unindexed: number
  /**
   * PostgreSQL only. `aheadMs`: the number of milliseconds that its clock is ahead of this machine's. `missing`:
   * tables of the index that do not exist.
   */
  server?: { version: string; isReadOnly: boolean; aheadMs: number; missing: string[] }
}

// biome-ignore lint/suspicious/noExplicitAny: the columns of a row depend on the query.
type Query = (sql: string) => Promise<any[]>

/** Reads the database of leads. Resolves to undefined if there is no database yet. Never rejects. */
export async function readLeadStore({
  DATA_DIR,
  DATABASE_URL,
}: Settings): Promise<LeadStore | { error: string } | undefined> {
  const file = join(DATA_DIR, leadsFile)
  try {
    if (DATABASE_URL) return await readPostgres(DATABASE_URL)
    return existsSync(file) ? await queryFile(file, readTables) : undefined
  } catch (error) {
    return { error: reasonOf(error) }
  }
}

/**
 * Runs queries on a SQLite file until the signal aborts. Other processes may have the file open. If no process does,
 * `immutable` keeps SQLite from creating files beside it. A missing file would be created.
 *
 * @throws Error if the file is not a database, or is damaged
 */
export async function queryFile<Result>(
  file: string,
  run: (query: Query) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const isInUse = existsSync(`${file}-wal`)
  const name = isInUse ? file : `${pathToFileURL(file).href}?immutable=1`
  const database = new Database(name, { timeout: 5_000 })
  const interrupt = () => database.interrupt()
  signal?.addEventListener('abort', interrupt)
  try {
    return await run(async (sql) => (await database.prepare(sql)).all())
  } finally {
    signal?.removeEventListener('abort', interrupt)
    database.close()
  }
}

async function readPostgres(connectionString: string): Promise<LeadStore> {
  const timeouts = { connectionTimeoutMillis: 5_000, query_timeout: 3_000 }
  const client = new pg.Client({ connectionString, ...timeouts })
  // The pending call rejects with the error. Without a listener, the event would crash the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const query: Query = async (sql) => (await client.query(sql)).rows
    const sentAt = Date.now()
    const [row] = await query(`select extract(epoch from clock_timestamp()) * 1000 as now,
      current_setting('server_version') as version,
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      array(select name from unnest(${indexTables}) as name where to_regclass(name) is null
        and to_regclass('lead_to_index') is not null) as missing`)
    const aheadMs = Number(row.now) - (sentAt + Date.now()) / 2
    return { ...(await readTables(query)), server: { ...row, aheadMs } }
  } finally {
    await client.end().catch(() => {})
  }
}

/** The tables of the index of leads, which can be rebuilt from the leads. */
const indexTables = "array['lead_entry', 'lead_entry_terms', 'lead_chunk', 'lead_figure']"

async function readTables(query: Query): Promise<LeadStore> {
  const read = (sql: string) =>
    query(sql).catch((error) => {
      // The tables do not exist before the first start.
      if (error.code === '42P01' || /no such table/.test(error.message)) return []
      throw error
    })
  const migrations = await read('select name from kysely_migration')
  const undelivered = await read(
    `select state, count(*) as leads, min(created_at) as oldest from lead
     where state in ('pending', 'exhausted') group by state order by state desc`,
  )
  const [newest] = await read('select created_at from lead order by id desc limit 1')
  const [waiting] = await read('select count(*) as leads from lead_to_index')
  return {
    migrations: migrations.map(({ name }) => name),
    undelivered: undelivered.map((row) => ({ ...row, leads: Number(row.leads) })),
    newest: newest?.created_at,
    unindexed: Number(waiting?.leads ?? 0),
  }
}
