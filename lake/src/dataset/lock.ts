import { join } from 'node:path'
import Database from 'libsql'
import { LakeInUseError, UnusableFileError } from '../errors/errors.ts'

/**
 * Takes sole ownership of a directory, until `release` is called or the process
 * dies in whatever way: the operating system drops SQLite's lock with it.
 * The lock is on a file of its own, so that others may read the database.
 *
 * Throws `LakeInUseError` when somebody else holds it.
 */
export function lockDirectory(directory: string): { release(): void } {
  const file = join(directory, 'lock.db')
  const database = new Database(file, { timeout: 0 })
  try {
    // Nothing is written: without a journal on disk a full disk can be locked. Not by `pragma`, whose statement
    // stays open in libsql and keeps the lock after the database is closed.
    database.exec('PRAGMA journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (/busy|locked/i.test(String(error))) throw new LakeInUseError(directory)
    if (/not a database/.test(String(error))) {
      throw new UnusableFileError(`${file} is damaged: delete it, it holds nothing`)
    }
    throw error
  }
  return { release: () => void database.close() }
}
