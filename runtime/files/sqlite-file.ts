import Database from 'libsql'
import type { Log } from '../log.ts'
import { keepDatabasePrivate } from './private-files.ts'
import { UnusableFileError } from './unusable-file-error.ts'

/** An open SQLite file. */
export type SqliteDatabase = InstanceType<typeof Database>

/** Somebody who only reads may still hold the file for a moment, in milliseconds. */
const BUSY_MS = 500

/** What SQLite says of a file that is damaged, or no database at all. */
const DAMAGED = /^SQLITE_(NOTADB|CORRUPT)/

/**
 * Opens or creates a database of its owner's alone, whose commits are durable (WAL,
 * synchronous=FULL) and whose deleted rows are overwritten, and brings its tables up to date: each migration leads from the version of its
 * place to the next. The version is SQLite's `user_version`.
 *
 * Throws `UnusableFileError` when the file is damaged or a newer version of the lake has written it.
 */
export function openSqlite(
  file: string,
  migrations: readonly string[],
  log?: Pick<Log, 'warn'>,
): SqliteDatabase {
  return orUnusable(file, () => {
    keepDatabasePrivate(file, log)
    const database = new Database(file, { timeout: BUSY_MS })
    try {
      database.pragma('journal_mode = WAL')
      database.pragma('synchronous = FULL')
      database.pragma('secure_delete = ON')
      if (migrate(database, file, migrations)) compact(database)
      else checkpoint(database)
      return database
    } catch (error) {
      database.close()
      throw error
    }
  })
}

/** Returns whether there was anything to do. */
function migrate(database: SqliteDatabase, file: string, migrations: readonly string[]): boolean {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
    user_version: number
  }
  if (version > migrations.length) {
    throw new UnusableFileError(`${file} was written by a newer version: start that one`)
  }
  if (version === migrations.length) return false
  inTransaction(database, () => {
    for (const migration of migrations.slice(version)) database.exec(migration)
    database.exec(`PRAGMA user_version = ${migrations.length}`)
  })
  return true
}

/** Does what reads a file; that it is damaged becomes an `UnusableFileError`. */
export function orUnusable<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (!DAMAGED.test(code)) throw error
    throw new UnusableFileError(
      `${file} is damaged (${message}): move it away, with ${file}-wal, and restore a backup`,
    )
  }
}

/**
 * Brings what is committed from the write-ahead log into the database's own file, so that it is
 * whole by itself. Never throws: a reader or a full disk may keep it from that, and what is committed
 * is durable in the log too.
 */
export function checkpoint(database: SqliteDatabase): void {
  try {
    database.pragma('wal_checkpoint(TRUNCATE)')
  } catch {
    // Another time.
  }
}

/**
 * Rewrites a small database without the remains of what was deleted, and empties the write-ahead log.
 * Never throws: where a reader keeps it from that, the next time does it.
 */
export function compact(database: SqliteDatabase): void {
  try {
    database.exec('VACUUM')
  } catch {
    // What was deleted is overwritten already; only copies that moved between pages may remain.
  }
  checkpoint(database)
}

/** Closes a database, its file whole by itself. */
export function closeSqlite(database: SqliteDatabase): void {
  checkpoint(database)
  database.close()
}

/** Does the work in one SQLite transaction: all of it is committed, or nothing when it throws. */
export function inTransaction(database: SqliteDatabase, work: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    work()
    database.exec('COMMIT')
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK')
    throw error
  }
}
