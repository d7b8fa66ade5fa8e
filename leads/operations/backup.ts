import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import Database from 'libsql'
import { OperationError } from '../errors.ts'
import type { Tools } from './tools.ts'

/** How long to wait for a process that has the database to itself, such as a site that starts; in milliseconds. */
const busyMs = 5_000

/**
 * Writes all leads of SQLite, as a consistent snapshot, into a new database file of their own.
 *
 * @throws OperationError when they are in PostgreSQL, or the file exists
 */
export async function backUpLeads({ file }: Pick<Tools, 'file'>, target: string): Promise<void> {
  if (!file)
    throw new OperationError(
      'These leads are in PostgreSQL: back them up with pg_dump, as the README says',
    )
  if (existsSync(target)) throw new OperationError(`${target} already exists`)
  // Under another name until it is whole, so that nothing unfinished passes for a backup.
  const unfinished = `${target}.${randomUUID()}`
  try {
    // Created before SQLite would, so that only its owner can read personal data.
    await using copy = await open(unfinished, 'wx', 0o600)
    const database = new Database(file, { timeout: busyMs })
    try {
      database.prepare('vacuum into ?').run(unfinished)
    } finally {
      database.close()
    }
    await copy.sync()
    await rename(unfinished, target)
    await using folder = await open(dirname(target))
    await folder.sync()
  } finally {
    await rm(unfinished, { force: true })
  }
}
