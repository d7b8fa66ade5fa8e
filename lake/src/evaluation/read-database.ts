import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SqliteDatabase } from 'halvi-runtime/files/sqlite-file'
import Database from 'libsql'
import { DATABASE_FILE } from '../dataset/storage.ts'

/** What the owner writes keeps no reader waiting; its truncating the log may. */
const BUSY_MS = 5_000

/**
 * Reads a dataset's file beside the process that owns it, in one consistent snapshot. A file that is not there
 * is not made: a process that begins when its owner is killed may find the folder moved or removed.
 *
 * @throws what SQLite says, of a file that is not there too
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
    // Closed alone, the connection reads on until its statements are collected as garbage, and the log grows.
    if (database.inTransaction) database.exec('ROLLBACK')
    database.close()
  }
}
