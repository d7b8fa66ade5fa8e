import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from 'halvi-runtime/reason'
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
import type { Progress, Tools } from '../tools.ts'

/**
 * Finds all leads from an email address, including spam. Resolves to their ids.
 */
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

/** Returns the ids of other leads that mention an address in a field or a note. */
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
 * Erases a person from the leads of all forms, and removes all traces from the database's files. Counts of leads stay
 * the same. Resolves to warnings of PostgreSQL about tables that it did not rewrite.
 *
 * @param mentions ids of other leads in which the address is replaced
 * @throws OperationError when the command has to run again
 */
export async function erasePerson(
  tools: Tools,
  email: string,
  found: string[],
  mentions: readonly string[] = [],
): Promise<string[]> {
  await eraseAddress(tools, email, found, operator, mentions)
  // Purges even if no lead was found, because an earlier run may have stopped before this step.
  return purgeDatabase(tools)
}

/** Timeout while the site is writing, in milliseconds. */
const timeoutMs = 10_000

/** Tables on PostgreSQL that contain data of applicants, or notes about them. */
const leadTables = [
  ...['lead', 'lead_note', 'lead_saved_view', 'lead_entry'],
  ...['lead_figure', 'lead_export_ticket', 'lead_applicant', 'lead_message'],
]

/**
 * Removes all traces of erased leads from the database's files. Resolves to warnings of PostgreSQL about tables that
 * it did not rewrite.
 *
 * @throws OperationError when it failed: the leads are erased, but the files may still contain their data
 */
export async function purgeDatabase({
  dataDir,
  file,
  databaseUrl,
  forms,
  tables,
}: Pick<Tools, 'dataDir' | 'file' | 'databaseUrl' | 'forms' | 'tables'>): Promise<string[]> {
  const isThere = (table: string) => tables?.has(table) ?? true
  try {
    if (isThere('lead_index')) {
      await (tables ? emptyIndex : purgeIndex)({ dataDir, databaseUrl, forms })
    }
    if (file) purgeSqlite(file)
    return databaseUrl ? await purgePostgres(databaseUrl, leadTables.filter(isThere)) : []
  } catch (error) {
    throw new OperationError(
      `Erased, but the database files still contain copies (${reasonOf(error)}). Run the command again`,
      { cause: error },
    )
  }
}

/** Rebuilds the index without erased leads, if there is one. The site creates the index on SQLite. */
async function purgeIndex(source: LeadSource): Promise<void> {
  if (!source.databaseUrl && !existsSync(join(source.dataDir, leadsIndexFile))) return
  const index = createLeadIndex(source)
  try {
    await index.purge()
  } finally {
    await index.close()
  }
}

/** Empties the index of leads that were just restored. The site rebuilds it when it starts. */
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
 * Removes data of deleted rows from an SQLite file: from free pages and from free space in pages, which only a vacuum
 * removes, and from the write-ahead log.
 *
 * @throws when the site keeps the file busy for too long, or the disk has no space for a second copy
 */
function purgeSqlite(file: string): void {
  const database = new Database(file)
  try {
    database.pragma(`busy_timeout = ${timeoutMs}`)
    // Builds the new file on disk. In memory, it would need as much memory as the file has bytes.
    database.pragma('temp_store = file')
    database.exec('vacuum')
    const [result] = database.pragma('wal_checkpoint(truncate)') as { busy: number }[]
    if (result?.busy) throw new Error('the database is busy')
  } finally {
    database.close()
  }
}

/**
 * Removes data of deleted rows from PostgreSQL: dead rows, whose bytes a plain `vacuum` leaves in the table's file,
 * and row samples in its statistics. Rewrites and locks the tables. Resolves to PostgreSQL's warnings about tables
 * that this user may not rewrite.
 *
 * @throws when transactions that still see the deleted rows, or use the table, do not end in time
 */
async function purgePostgres(databaseUrl: string, tables: string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  const warnings: string[] = []
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING' && message) warnings.push(message)
  })
  await client.connect()
  try {
    await client.query(`set lock_timeout = ${timeoutMs}`)
    await untilInvisible(client)
    // Rewrites the tables with their indexes, and samples them again without the deleted rows.
    await client.query(`vacuum (full, analyze) ${tables.join(', ')}`)
    // The old samples become dead rows only with the statement above.
    await untilInvisible(client)
    await client.query('vacuum (full) pg_statistic')
  } finally {
    await client.end()
  }
  return warnings
}

/** Polling interval, in milliseconds. */
const pollIntervalMs = 100

/**
 * Resolves when no transaction can see the deleted rows any more. Waits for transactions of this database that may
 * still see them. Also waits for all transactions that were writing at the start, even in other databases, because
 * snapshots taken during such a transaction keep the rows visible, including the snapshot of `vacuum`. Ignores
 * autovacuum workers that only vacuum, because they do not read rows.
 */
async function untilInvisible(client: pg.Client): Promise<void> {
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
    if (performance.now() > end) throw new Error('an older transaction is still running')
    await sleep(pollIntervalMs)
  }
}
