import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DirectoryLock, lockDirectory } from 'halvi-runtime/files/directory-lock'
import { reasonOf } from 'halvi-runtime/reason'
import { CommandError } from '../command.ts'

/**
 * Makes this the only upgrade or rollback of a data folder.
 *
 * @throws CommandError while another one is under way
 */
export function lockUpgrade(dataDir: string): DirectoryLock {
  return lock(dataDir, 'An upgrade or a rollback of DATA_DIR is under way already')
}

/**
 * Keeps a site from starting on the embedded content.
 *
 * @throws CommandError while one is running
 */
export function lockContent(dataDir: string): DirectoryLock {
  const directory = join(dataDir, 'lake')
  if (!existsSync(directory)) return { release: () => {} }
  return lock(directory, `The site is running on ${dataDir}: stop it first`)
}

function lock(directory: string, inUse: string): DirectoryLock {
  try {
    return lockDirectory(directory, new CommandError(inUse))
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`DATA_DIR can't be used: ${reasonOf(error)}`)
  }
}
