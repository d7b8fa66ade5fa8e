import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { keepDatabasePrivate } from 'halvi-runtime/files/private-files'
import { closeSqlite } from 'halvi-runtime/files/sqlite-file'
import { Kysely, sql } from 'kysely'
import Database from 'libsql'
import type { FormDescription } from '../../form-description.ts'
import { withBusyRetry } from '../../store/database/busy-retry.ts'
import { leadsFile, leadsIndexFile } from '../../store/database/file-names.ts'
import { LeadDialect } from '../../store/database/sqlite.ts'
import type { LeadDatabase, LeadTables } from '../../store/database/tables.ts'
import { queueAllLeads } from '../../store/index-queue.ts'
import { entryFormat } from './entries/entry.ts'
import { type IndexDatabase, OutdatedIndexError } from './index-database.ts'
import { queued, unqueue, writeEntries } from './writer.ts'

/**
 * The tables of the index. `lead_terms` stores which leads have a term, but no positions and no text. Its tokenizer
 * does not change words, because they are folded already and separated by spaces.
 */
const tables = `
  create table lead_entry (
    seq integer primary key,
    lead_id text not null unique,
    created_at text not null,
    name text not null,
    email text not null,
    facets text not null,
    format integer not null
  );
  create index lead_entry_name on lead_entry (name, seq);
  create index lead_entry_email on lead_entry (email, seq);
  create virtual table lead_terms using fts5(
    terms, content='', contentless_delete=1, detail='none', tokenize="ascii tokenchars ':'"
  );
  create table lead_chunk (
    chunk integer primary key,
    first_at text not null,
    last_at text not null
  );
  create table lead_figure (
    facet text not null,
    day text not null,
    form text not null,
    value text not null,
    leads integer not null,
    primary key (facet, day, form, value)
  ) without rowid;
  create table index_state (
    id integer primary key,
    version integer not null,
    previous integer not null,
    unforgotten integer not null
  );
  insert into index_state select 1, version, version, 0 from leads.lead_index;
  pragma user_version = ${entryFormat};`

/**
 * Opens the index of leads on SQLite: a file next to `leads.db`, so that writing it does not delay submissions.
 * Rebuilds it if it is missing, damaged, of another format, or not an index of these leads. Statements run
 * synchronously: run large ones in a separate process.
 *
 * @throws when a file cannot be opened
 */
export async function openSqliteIndex(
  dataDir: string,
  forms: readonly FormDescription[],
): Promise<IndexDatabase> {
  try {
    return await open(dataDir, forms)
  } catch (error) {
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test((error as { code?: string }).code ?? '')) throw error
    const file = join(dataDir, leadsIndexFile)
    for (const path of [file, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true })
    return open(dataDir, forms)
  }
}

/**
 * Moves committed data of the index into its file, after a process that wrote it was killed. Never throws. A damaged
 * index is rebuilt when it is opened.
 */
export function checkpointIndexFile(dataDir: string): void {
  const file = join(dataDir, leadsIndexFile)
  if (!statSync(`${file}-wal`, { throwIfNoEntry: false })?.size) return
  try {
    closeSqlite(new Database(file))
  } catch {
    // Committed data stays in the write-ahead log.
  }
}

async function open(dataDir: string, forms: readonly FormDescription[]): Promise<IndexDatabase> {
  const file = await withBusyRetry(async () => openFile(dataDir))
  const database = new Kysely<LeadTables>({ dialect: new LeadDialect(file) })

  /** Runs a transaction. The statement in `lock` locks one of the files for writing; the other is only read. */
  const write = <T>(lock: string, work: (within: LeadDatabase) => Promise<T>): Promise<T> =>
    withBusyRetry(
      () =>
        database.connection().execute(async (within) => {
          file.exec('begin')
          try {
            // Uses `exec` because in libsql a prepared statement that meets another process's lock stays open, and
            // nothing can be committed after it.
            file.exec(lock)
            const result = await work(within)
            file.exec('commit')
            return result
          } catch (error) {
            if (file.inTransaction) file.exec('rollback')
            throw error
          }
        }),
      busyTimeoutMs,
    )

  async function rebuild(): Promise<void> {
    const known = await database.selectFrom('lead_index').select('version').executeTakeFirst()
    // Otherwise no lead was ever indexed, and all leads are in the queue already.
    if (known?.version) {
      // A version that no index has, so that processes that use a deleted file notice.
      const next = `update leads.lead_index set version = max(version, ${Date.now()}) + 1`
      await write(next, async () => {})
      await queueAllLeads((work) => write(lockLeads, work))
    }
    await write('create table rebuilding (id); drop table rebuilding', async (within) => {
      if (hasCurrentFormat(file) && (await matchesLeads(within))) return
      for (const name of tableNames(file)) file.exec(`drop table main.${name}`)
      file.exec(tables)
    })
  }

  try {
    if (!hasCurrentFormat(file) || !(await matchesLeads(database))) await rebuild()
  } catch (error) {
    file.close()
    throw error
  }
  let isMerging = false
  return {
    database,

    async index(limit) {
      if ((await queued(database, 1).execute()).length === 0) {
        await requireMatchingLeads(database)
        return 0
      }
      const indexed = await write(lockIndex, async (within) => {
        await requireMatchingLeads(within)
        const leads = await queued(within, limit).execute()
        const erased = await writeEntries(within, leads, forms)
        await sql`update index_state set previous = (select version from leads.lead_index),
          version = max(version + 1, ${Date.now()}), unforgotten = unforgotten + ${erased}`.execute(
          within,
        )
        return leads
      })
      await write(lockLeads, async (within) => {
        // Leads that were queued for a rebuild must stay queued if this batch was indexed into the old tables.
        await requireMatchingLeads(within)
        await unqueue(within, indexed)
        await sql`update leads.lead_index set version = (select version from index_state)`.execute(
          within,
        )
      })
      // libsql releases the memory of read rows in the next turn of the event loop.
      await nextTurn()
      return indexed.length
    },

    async purge() {
      const state = await database
        .selectFrom('index_state')
        .select('unforgotten')
        .executeTakeFirst()
      if (!state?.unforgotten) return 'done'
      const changes = () => (file.prepare('select total_changes() as n').get([]) as { n: number }).n
      const before = changes()
      // The first call selects what to merge: https://sqlite.org/fts5.html#the_merge_command
      const pages = isMerging ? mergedPages : -mergedPages
      const merge = `insert into lead_terms (lead_terms, rank) values ('merge', ${pages})`
      await withBusyRetry(async () => file.exec(merge), busyTimeoutMs)
      isMerging = changes() - before >= 2
      if (isMerging) return 'more'
      const [log] = file.pragma('main.wal_checkpoint(truncate)') as { busy: number }[]
      if (log?.busy) return 'busy'
      await write(lockIndex, (within) =>
        within
          .updateTable('index_state')
          .set({ unforgotten: 0 })
          .where('unforgotten', '=', state.unforgotten)
          .execute(),
      )
      return 'done'
    },

    close: () => database.destroy(),
  }
}

/** Timeout of a statement while other processes write, in milliseconds. */
const busyTimeoutMs = 20_000

const lockIndex = 'update index_state set version = version'
const lockLeads = 'update leads.lead_index set version = version'

/** Number of pages that one step rewrites to remove erased words from `lead_terms`, in a hundredth of a second. */
const mergedPages = 500

function openFile(dataDir: string): Database.Database {
  const path = join(dataDir, leadsIndexFile)
  keepDatabasePrivate(path)
  const file = new Database(path)
  try {
    // SQLite's own busy timeout would block this process: see `withBusyRetry`.
    file.pragma('busy_timeout = 5')
    file.pragma('journal_mode = WAL')
    // Data lost in a power cut is still queued, or is rebuilt.
    file.pragma('synchronous = NORMAL')
    // Overwrites erased data.
    file.pragma('secure_delete = on')
    file.pragma('cache_size = -32768')
    file.pragma('mmap_size = 268435456')
    file.prepare('attach ? as leads').run([join(dataDir, leadsFile)])
    return file
  } catch (error) {
    file.close()
    throw error
  }
}

function hasCurrentFormat(file: Database.Database): boolean {
  const [found] = file.pragma('user_version') as { user_version: number }[]
  return found?.user_version === entryFormat
}

/**
 * Returns whether the index was built from these leads. `leads.db` contains the last indexed version, or the one
 * before if a process died in between. A restored backup of `leads.db` contains neither.
 */
async function matchesLeads(within: LeadDatabase): Promise<boolean> {
  const { rows } = await sql`select 1 from index_state, leads.lead_index
    where lead_index.version in (index_state.version, previous)`.execute(within)
  return rows.length > 0
}

async function requireMatchingLeads(within: LeadDatabase): Promise<void> {
  if (!(await matchesLeads(within)))
    throw new OutdatedIndexError('Another process has rebuilt the index')
}

/** Returns the index's tables, without the internal ones of the full-text table. */
function tableNames(file: Database.Database): string[] {
  const rows = file.prepare("select name from main.sqlite_schema where type = 'table'").all([])
  return (rows as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => !/^(sqlite_|lead_terms_)/.test(name))
}
