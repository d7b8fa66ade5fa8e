import { join } from 'node:path'
import Database from 'libsql'
import { DATABASE_FILE } from '../dataset/storage.ts'
import type { SqliteDatabase } from '../files/sqlite-file.ts'

/** What the owner writes keeps no reader waiting; its truncating the log may. */
const BUSY_MS = 5_000

/** Reads a dataset's file beside the process that owns it, in one consistent snapshot. */
export function readDatabase<Result>(
  directory: string,
  read: (database: SqliteDatabase) => Result,
): Result {
  const database = new Database(join(directory, DATABASE_FILE), { timeout: BUSY_MS })
  try {
    database.pragma('query_only = ON')
    database.exec('BEGIN')
    return read(database)
  } finally {
    database.close()
  }
}
