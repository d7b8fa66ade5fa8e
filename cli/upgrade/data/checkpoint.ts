import { statSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from 'halvi-runtime/reason'
import Database from 'libsql'
import { databasesIn } from '../../../server/data-folder/data-files.ts'
import { CommandError } from '../../command.ts'

/** A command that only reads may hold a file for a moment, in milliseconds. */
const busyMs = 1_000

/**
 * Brings what is committed into the databases' own files, so that each is whole by itself.
 *
 * @throws CommandError when another process uses one, when one is damaged, or can't be written
 */
export function checkpoint(dataDir: string): void {
  for (const path of databasesIn(dataDir)) checkpointOne(join(dataDir, path))
}

function checkpointOne(file: string): void {
  try {
    const database = new Database(file, { timeout: busyMs })
    try {
      // By `exec` alone, or libsql would hold the lock after closing. This is refused to whoever is not
      // the file's only user, be it idle.
      database.exec('pragma locking_mode = exclusive')
      database.exec('begin exclusive; commit; pragma wal_checkpoint(truncate)')
    } finally {
      database.close()
    }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === 'SQLITE_BUSY') {
      throw new CommandError(`${file} is in use by another process: stop the site first`)
    }
    throw new CommandError(`${file} can't be used: ${reasonOf(error)}`)
  }
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new CommandError(`${file}-wal could not be emptied: is the disk full?`)
  }
}
