import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { UnusableFileError } from './unusable-file-error.ts'

/** Exclusive use of a directory, until it is released or the process dies. */
export interface DirectoryLock {
  release(): void
}

/**
 * Locks a directory for this process. The operating system releases the lock when the process dies. The lock is on a
 * separate file, so that other processes can still read the databases.
 *
 * @param inUse thrown when another process holds the lock, or returns that error for the id of the process
 * @throws UnusableFileError when the lock file is damaged
 */
export function lockDirectory(
  directory: string,
  inUse: Error | ((pid: number | undefined) => Error),
): DirectoryLock {
  const owner = join(directory, 'lock.pid')
  const file = join(directory, 'lock.db')
  const database = new Database(file, { timeout: 0 })
  try {
    // Nothing is written and the journal is in memory, so that a directory on a full disk can be locked. Uses `exec`
    // because a prepared `pragma` stays open in libsql and keeps the lock after the database is closed.
    database.exec('PRAGMA journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (/busy|locked/i.test(String(error)))
      throw typeof inUse === 'function' ? inUse(processIn(owner)) : inUse
    if (/not a database/.test(String(error))) {
      throw new UnusableFileError(`${file} is damaged. It contains no data: delete it`)
    }
    throw error
  }
  try {
    writeFileSync(owner, String(process.pid), { mode: 0o600 })
  } catch {
    // The disk is full. The lock works, but its owner cannot be named.
  }
  return {
    release() {
      rmSync(owner, { force: true })
      database.close()
    },
  }
}

function processIn(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined
  } catch {
    return undefined
  }
}
