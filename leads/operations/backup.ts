import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import Database from 'libsql'
import { OperationError } from '../errors.ts'
import type { Tools } from './tools.ts'

/** Timeout while another process has locked the database, such as a site that is starting; in milliseconds. */
const busyMs = 5_000

/**
 * Copies all leads of an SQLite database, as a consistent snapshot, to a new database file.
 *
 * @throws OperationError when the leads are in PostgreSQL, or `target` exists
 */
export async function backUpLeads({ file }: Pick<Tools, 'file'>, target: string): Promise<void> {
  if (!file)
    throw new OperationError(
      'These leads are in PostgreSQL. Back them up with pg_dump, as docs/operate/leads.md describes',
    )
  if (existsSync(target)) throw new OperationError(`${target} already exists`)
  // Uses a temporary name until the copy is complete, so that an incomplete file is never taken for a backup.
  const unfinished = `${target}.${randomUUID()}`
  try {
    // Creates the file before SQLite does, so that only its owner can read the personal data.
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
