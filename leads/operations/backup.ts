import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import Database from 'libsql'
import { OperationError } from '../errors.ts'
import type { Tools } from './tools.ts'

/**
 * Writes all leads of SQLite, as a consistent snapshot, into a new database file of their own.
 *
 * @throws OperationError when they are in PostgreSQL, or the file is there
 */
export async function backUpLeads({ file }: Pick<Tools, 'file'>, target: string): Promise<void> {
  if (!file)
    throw new OperationError(
      'These leads are in PostgreSQL: back them up with pg_dump, as the README says',
    )
  if (existsSync(target)) throw new OperationError(`${target} exists already`)
  // Under another name until it is whole, so that nothing unfinished passes for a backup.
  const unfinished = `${target}.${randomUUID()}`
  try {
    // Made before SQLite would make it, so that personal data is its owner's alone to read.
    await (await open(unfinished, 'wx', 0o600)).close()
    copy(file, unfinished)
    await sync(unfinished)
    await rename(unfinished, target)
    await sync(dirname(target))
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Of others that have the database to themselves for a moment, such as a site that starts. */
const busyMs = 5_000

function copy(file: string, target: string): void {
  const database = new Database(file, { timeout: busyMs })
  try {
    database.prepare('vacuum into ?').run(target)
  } finally {
    database.close()
  }
}

/** Returns when the disk has it. */
async function sync(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
