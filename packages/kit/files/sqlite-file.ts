import Database from 'libsql'
import type { Log } from '../log.ts'
import { keepDatabasePrivate } from './private-files.ts'
import { UnusableFileError } from './unusable-file-error.ts'

/** An open SQLite file. */
export type SqliteDatabase = InstanceType<typeof Database>

/** Timeout for a file that another process is reading, in milliseconds. */
const BUSY_MS = 500

/** Error codes of SQLite for a damaged file, or a file that is not a database. */
const DAMAGED = /^SQLITE_(NOTADB|CORRUPT)/

/**
 * Opens or creates a database that only its owner can read, and migrates its tables. Commits are durable (WAL,
 * synchronous=FULL), and deleted rows are overwritten. Migration N brings a database from version N to N + 1. The
 * version is SQLite's `user_version`.
 *
 * @param durable false for data that need not survive a crash of the machine: then nothing waits for the disk
 * @throws UnusableFileError when the file is damaged, or was written by a newer version
 */
export function openSqlite(
  file: string,
  migrations: readonly string[],
  log?: Pick<Log, 'warn'>,
  durable = true,
): SqliteDatabase {
  return withDamageCheck(file, () => {
    keepDatabasePrivate(file, log)
    const database = new Database(file, { timeout: BUSY_MS })
    try {
      database.pragma('journal_mode = WAL')
      database.pragma(`synchronous = ${durable ? 'FULL' : 'OFF'}`)
      database.pragma('secure_delete = ON')
      const isMigrated = migrate(database, file, migrations)
      if (isMigrated && durable) compact(database)
      else checkpoint(database)
      return database
    } catch (error) {
      database.close()
      throw error
    }
  })
}

/** Runs pending migrations. Returns whether there were any. */
function migrate(database: SqliteDatabase, file: string, migrations: readonly string[]): boolean {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
    user_version: number
  }
  if (version > migrations.length) {
    throw new UnusableFileError(`${file} was written by a newer version. Start that version`)
  }
  if (version === migrations.length) return false
  inTransaction(database, () => {
    for (const migration of migrations.slice(version)) database.exec(migration)
    database.exec(`PRAGMA user_version = ${migrations.length}`)
  })
  return true
}

/** Returns what is wrong with a damaged database file, on one line, and the action for the operator to take. */
export const damageOf = (file: string, reason: string) => ({
  found: `${file} is damaged: ${reason.replace(/\s+/g, ' ')}`,
  todo: 'stop the site, move the data folder away, and restore the last backup: see docs/operate/runbook.md',
})

/** Returns an `UnusableFileError` for SQLite's errors about damage, and any other error unchanged. */
export function asDamage(file: string, error: unknown): unknown {
  const { code = '', message } = error as { code?: string; message: string }
  if (!DAMAGED.test(code)) return error
  const { found, todo } = damageOf(file, message)
  return new UnusableFileError(`${found}. To fix it, ${todo}`, { cause: error })
}

/** Runs work that reads a database file, and turns SQLite's errors about damage into an `UnusableFileError`. */
export function withDamageCheck<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw asDamage(file, error)
  }
}

/**
 * Copies committed data from the write-ahead log into the database file, so that the file is complete without the
 * log. Never throws. A reader or a full disk may prevent it, but data in the log is durable too.
 */
export function checkpoint(database: SqliteDatabase): void {
  try {
    database.pragma('wal_checkpoint(TRUNCATE)')
  } catch {
    // The next checkpoint moves the data.
  }
}

/**
 * Rewrites a small database without traces of deleted rows, and empties the write-ahead log. Never throws. If a
 * reader prevents it, the next call does it.
 */
export function compact(database: SqliteDatabase): void {
  try {
    database.exec('VACUUM')
  } catch {
    // Deleted rows are overwritten already. Only copies that moved between pages may remain.
  }
  checkpoint(database)
}

/** Closes a database after a checkpoint, so that its file is complete without the write-ahead log. */
export function closeSqlite(database: SqliteDatabase): void {
  checkpoint(database)
  database.close()
}

/** Runs work in one SQLite transaction: commits all of it, or nothing when it throws. */
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
