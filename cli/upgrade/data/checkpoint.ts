import { statSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from 'halvi-runtime/reason'
import Database from 'libsql'
import { databasesIn } from '../../../server/data-folder/data-files.ts'
import { OperatorError } from '../../../server/operator-error.ts'

/** A command that only reads may hold a file for a moment, in milliseconds. */
const busyMs = 1_000

/**
 * Writes committed transactions from the logs into the databases' own files, so that each is whole by itself.
 *
 * @throws OperatorError when another process uses one, when one is damaged, or can't be written
 */
export function checkpoint(dataDir: string): void {
  for (const path of databasesIn(dataDir)) checkpointOne(join(dataDir, path))
}

function checkpointOne(file: string): void {
  try {
    const database = new Database(file, { timeout: busyMs })
    try {
      // By `exec`: a prepared `pragma` would keep the lock after the database is closed. It fails while another process
      // has the file open, even an idle one.
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
