import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'libsql'
import pg from 'pg'
import { operator } from '../../contract/permissions.ts'
import { OperationError } from '../../errors.ts'
import { eraseAddress } from '../../staff/erase/erase-address.ts'
import { allIds, searchAll } from '../../staff/erase/find-by-address.ts'
import { findMentions } from '../../staff/erase/mentions.ts'
import { createLeadIndex } from '../../staff/index/lead-index.ts'
import type { LeadSource } from '../../staff/index/open-index.ts'
import { leadsIndexFile } from '../../store/database/file-names.ts'
import { overwritingVersion } from '../../store/database/sqlite.ts'
import type { Progress, Tools } from '../tools.ts'

/** Finds every lead with an e-mail address, in upper or lower case, spam too; resolves to their ids. */
export async function leadsOfAddress(
  { database }: Tools,
  email: string,
  progress?: Progress,
): Promise<string[]> {
  const found: string[] = []
  let read = 0
  for await (const id of searchAll(database, email)) {
    if (id !== undefined) found.push(id)
    if (++read % 1_000 === 0) progress?.(`${read} leads searched`)
  }
  progress?.('')
  return found
}

/** Returns the ids of other leads that mention an address, in a field or a note. */
export async function leadsMentioning(
  { database }: Tools,
  email: string,
  own: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  for await (const { id } of findMentions(database, allIds(database), email, own)) found.push(id)
  return found
}

/**
 * Removes a person from all forms' leads, and has the database forget it for good. What counts leads finds
 * as many as before. Resolves to what the database would not do, in its own words.
 *
 * @param mentions other leads, in which the address is replaced
 * @throws OperationError when it has to be done again
 */
export async function erasePerson(
  tools: Tools,
  email: string,
  found: string[],
  mentions: readonly string[] = [],
): Promise<string[]> {
  await eraseAddress(tools, email, found, operator, mentions)
  // Even when nothing was found: an earlier run may have been cut off before this.
  return forget(tools)
}

/** How long it waits while the site is writing, in milliseconds. */
const timeoutMs = 10_000

/** Those of PostgreSQL that hold what people have sent, or what is said of them. */
const leadTables = [
  ...['lead', 'lead_note', 'lead_saved_view', 'lead_entry'],
  ...['lead_figure', 'lead_export_ticket'],
]

/**
 * Has the database forget for good what was erased. Resolves to what it would not do.
 *
 * @throws OperationError when it could not be done: what was erased is, but may still be in the files
 */
export async function forget({
  dataDir,
  file,
  databaseUrl,
  forms,
  tables,
}: Pick<Tools, 'dataDir' | 'file' | 'databaseUrl' | 'forms' | 'tables'>): Promise<string[]> {
  const isThere = (table: string) => tables?.has(table) ?? true
  try {
    if (isThere('lead_index')) {
      await (tables ? emptyIndex : forgetInIndex)({ dataDir, databaseUrl, forms })
    }
    if (file) forgetInSqlite(file)
    return databaseUrl ? await forgetInPostgres(databaseUrl, leadTables.filter(isThere)) : []
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperationError(
      `Erased, but the database's free space still has it (${reason}): please run it again`,
    )
  }
}

/** Has the index written anew, where there is one: SQLite's is made by the site. */
async function forgetInIndex(source: LeadSource): Promise<void> {
  if (!source.databaseUrl && !existsSync(join(source.dataDir, leadsIndexFile))) return
  const index = createLeadIndex(source)
  try {
    await index.forget()
  } finally {
    await index.close()
  }
}

/** Empties the index of leads that were just put back: the site that starts on them makes it again. */
async function emptyIndex({ dataDir, databaseUrl }: LeadSource): Promise<void> {
  if (databaseUrl === undefined) {
    const file = join(dataDir, leadsIndexFile)
    for (const path of [file, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true })
    return
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set lock_timeout = ${timeoutMs};
      insert into lead_to_index (lead_id) select id from lead on conflict (lead_id) do nothing;
      truncate lead_entry, lead_chunk, lead_figure;
      update lead_index set version = version + 1`)
  } finally {
    await client.end()
  }
}

/**
 * Removes from an SQLite file what it has kept of former rows: free pages and free space within
 * pages, which only writing the file anew leaves behind, and the write-ahead log.
 *
 * @throws when the site keeps it busy for too long, or the disk has no room for a second copy
 */
function forgetInSqlite(file: string): void {
  const database = new Database(file)
  try {
    database.pragma(`busy_timeout = ${timeoutMs}`)
    // The new file is put together on disk; in memory it would take as much of that.
    database.pragma('temp_store = file')
    database.exec('vacuum')
    database.pragma(`user_version = ${overwritingVersion}`)
    const [result] = database.pragma('wal_checkpoint(truncate)') as { busy: number }[]
    if (result?.busy) throw new Error('the database is busy')
  } finally {
    database.close()
  }
}

/**
 * Removes from PostgreSQL what it has kept of former rows: dead rows, whose bytes `vacuum` alone
 * leaves in the table's file until others overwrite them, and the samples of rows in its statistics.
 * The table is written anew and locked meanwhile. Resolves to what PostgreSQL would not do for this
 * user, in its own words.
 *
 * @throws when transactions that still see the former rows, or use the table, go on for too long
 */
async function forgetInPostgres(databaseUrl: string, tables: string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  const refused: string[] = []
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING' && message) refused.push(message)
  })
  await client.connect()
  try {
    await client.query(`set lock_timeout = ${timeoutMs}`)
    await seenByNobody(client)
    // Written anew with its indexes, and sampled again without the former rows.
    await client.query(`vacuum (full, analyze) ${tables.join(', ')}`)
    // The former samples are dead since then only.
    await seenByNobody(client)
    await client.query('vacuum (full) pg_statistic')
  } finally {
    await client.end()
  }
  return refused
}

/** How often it looks, in milliseconds. */
const pollIntervalMs = 100

/**
 * Resolves when no transaction is left for which former rows must be kept: none of this database that sees them
 * still, and none that had begun to write by now, be it in another database, since every snapshot that is taken
 * before it ends reaches back to it, that of `vacuum` itself among them. What vacuums by itself sees nothing;
 * what samples a table does.
 */
async function seenByNobody(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_current_xact_id()::text as now')
  const end = performance.now() + timeoutMs
  for (;;) {
    const { rowCount } = await client.query(
      `select where pg_snapshot_xmin(pg_current_snapshot()) <= $1::xid8 or exists (
         select from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()
           and (backend_type <> 'autovacuum worker' or query like '%ANALYZE%')
           and age(backend_xmin) > age($1::xid8::xid))`,
      [rows[0].now],
    )
    if (rowCount === 0) return
    if (performance.now() > end) throw new Error('a transaction that began before goes on')
    await sleep(pollIntervalMs)
  }
}
