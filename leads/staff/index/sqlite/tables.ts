import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import Database from 'libsql'
import { entryFormat } from '../entries/entry.ts'

/**
 * The tables of the index on SQLite; PostgreSQL's, and what they are, in `store/database/postgres-index.ts`.
 * `index_state` tells which state of `leads.db` it was made of, and of how many leads that were erased
 * it still has words in its free space.
 *
 * `lead_terms` keeps which leads have a term, and neither where nor the text. Its tokenizer leaves
 * words as they are: they come folded, with a blank between them.
 */
const tables = `
  create table lead_entry (
    seq integer primary key,
    lead_id text not null unique,
    created_at text not null,
    name text not null,
    email text not null,
    facets text not null
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
  insert into index_state values (1, 0, 0, 0);
  pragma user_version = ${entryFormat};
`

/**
 * Opens the index, made when it is missing or of another format.
 *
 * @throws when it can't be opened, `SQLITE_BUSY` while another process writes
 */
export function openIndexFile(file: string): Database.Database {
  for (;;) {
    const database = openUnlessReplaced(file)
    if (database) return database
  }
}

/** Undefined where `removeIndexFile` has taken the file away meanwhile. */
function openUnlessReplaced(file: string): Database.Database | undefined {
  // Made before SQLite would make it, so that personal data is its owner's alone to read.
  closeSync(openSync(file, 'a', 0o600))
  const { ino, mode } = statSync(file)
  if ((mode & 0o077) !== 0) chmodSync(file, 0o600)
  const database = new Database(file)
  try {
    // Waiting in SQLite would stop everything else that this process does: see `withBusyRetry`.
    database.pragma('busy_timeout = 5')
    // Reading opens the log beside it by its name, which may be another file's by now: nothing is written then.
    database.prepare('select count(*) from sqlite_schema').get()
    if (statSync(file, { throwIfNoEntry: false })?.ino !== ino) {
      database.close()
      return undefined
    }
    database.pragma('journal_mode = WAL')
    // What a loss of power takes is still to be indexed, or is indexed again.
    database.pragma('synchronous = NORMAL')
    // What is erased leaves nothing behind.
    database.pragma('secure_delete = on')
    database.pragma('cache_size = -32768')
    database.pragma('mmap_size = 268435456')
    makeTables(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function makeTables(database: Database.Database): void {
  const work = () => {
    const [{ user_version: found } = { user_version: 0 }] = database.pragma('user_version') as {
      user_version: number
    }[]
    if (found !== entryFormat) clearIndex(database)
  }
  inTransaction(database, work, 'begin immediate')
}

/** All of the work, or nothing when it throws. */
export function inTransaction<T>(
  database: Database.Database,
  work: () => T,
  begin: 'begin' | 'begin immediate' = 'begin',
): T {
  database.exec(begin)
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    if (database.inTransaction) database.exec('rollback')
    throw error
  }
}

/** Drops everything and makes the tables anew, in a transaction. */
export function clearIndex(database: Database.Database): void {
  for (const name of tableNames(database)) database.exec(`drop table main.${name}`)
  database.exec(tables)
}

/** Those of this file, without what belongs to the full-text table. */
function tableNames(database: Database.Database): string[] {
  const rows = database
    .prepare("select name from main.sqlite_schema where type = 'table'")
    .all() as { name: string }[]
  return rows.map(({ name }) => name).filter((name) => !/^(sqlite_|lead_terms_)/.test(name))
}
