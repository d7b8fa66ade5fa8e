import { join } from 'node:path'
import Database from 'libsql'
import { UnusableFileError } from './unusable-file-error.ts'

/** Sole use of a directory, until it is released or the process dies. */
export interface DirectoryLock {
  release(): void
}

/**
 * Makes this process the only user of a directory. The operating system drops the lock when the process dies. The
 * lock is on a file of its own, so that other processes can read the databases.
 *
 * @param inUse thrown while another process has the lock
 * @throws UnusableFileError when the file is not a lock
 */
export function lockDirectory(directory: string, inUse: Error): DirectoryLock {
  const file = join(directory, 'lock.db')
  const database = new Database(file, { timeout: 0 })
  try {
    // Nothing is written, and the journal is in memory: a directory on a full disk can be locked. By `exec`: a
    // prepared `pragma` stays open in libsql and keeps the lock after the database is closed.
    database.exec('PRAGMA journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (/busy|locked/i.test(String(error))) throw inUse
    if (/not a database/.test(String(error))) {
      throw new UnusableFileError(`${file} is damaged: delete it, it holds nothing`)
    }
    throw error
  }
  return { release: () => void database.close() }
}
