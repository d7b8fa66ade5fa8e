import { statSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from 'halvi-runtime/reason'
import Database from 'libsql'
import { databasesIn } from '../../../server/data-folder/data-files.ts'
import { OperatorError } from '../../../server/operator-error.ts'

/** The timeout for a lock, in milliseconds. A command that only reads locks a file for a short time. */
const busyMs = 1_000

/**
 * Writes all committed transactions from the write-ahead logs to the database files, so that each file is complete.
 *
 * @throws OperatorError if another process uses a database, or if one is damaged or can't be written
 */
export function checkpoint(dataDir: string): void {
  for (const path of databasesIn(dataDir)) checkpointOne(join(dataDir, path))
}

function checkpointOne(file: string): void {
  try {
    const database = new Database(file, { timeout: busyMs })
    try {
      // Uses `exec` because a prepared `pragma` would keep the lock after the database is closed. The statement fails
      // while another process has the file open, even if that process is idle.
      database.exec('pragma locking_mode = exclusive')
      database.exec('begin exclusive; commit; pragma wal_checkpoint(truncate)')
    } finally {
      database.close()
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') {
      throw new OperatorError(`${file} is in use by another process: stop the site first`)
    }
    throw new OperatorError(`${file} can't be used: ${reasonOf(error)}`)
  }
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new OperatorError(`${file}-wal could not be emptied: is the disk full?`)
  }
}
