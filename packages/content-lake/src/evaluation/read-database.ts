import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SqliteDatabase } from 'halvi-kit/files/sqlite-file'
import Database from 'libsql'
import { DATABASE_FILE } from '../dataset/storage.ts'

/**
 * How long to wait for a lock, in milliseconds. Ordinary writes never block readers, but truncating the write-ahead
 * log can.
 */
const BUSY_MS = 5_000

/**
 * Reads a dataset's file in one consistent snapshot while another process owns and writes it. Never creates a missing
 * file: the folder may have been moved or removed when its owner was killed.
 *
 * @throws SQLite's errors, also for a missing file
 */
export function readDatabase<Result>(
  directory: string,
  read: (database: SqliteDatabase) => Result,
): Result {
  const { href } = pathToFileURL(resolve(join(directory, DATABASE_FILE)))
  const database = new Database(`${href}?mode=rw`, { timeout: BUSY_MS })
  try {
    database.pragma('query_only = ON')
    database.exec('BEGIN')
    return read(database)
  } finally {
    // Closing alone is not enough: the read transaction stays open until its statements are garbage collected, and
    // until then the write-ahead log grows.
    if (database.inTransaction) database.exec('ROLLBACK')
    database.close()
  }
}
