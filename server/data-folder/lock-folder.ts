import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DirectoryLock, lockDirectory } from 'halvi-runtime/files/directory-lock'
import { reasonOf } from 'halvi-runtime/reason'
import { OperatorError } from '../operator-error.ts'

/**
 * Locks a folder for this process.
 *
 * @throws OperatorError with the message `inUse` while another process has locked it
 */
export function lockFolder(folder: string, inUse: string): DirectoryLock {
  try {
    return lockDirectory(folder, new OperatorError(inUse))
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`${folder} can't be used: ${reasonOf(error)}`)
  }
}

/**
 * Locks a data folder for an upgrade or rollback.
 *
 * @throws OperatorError while another upgrade or rollback runs
 */
export const lockUpgrade = (dataDir: string): DirectoryLock =>
  lockFolder(dataDir, 'Another upgrade or rollback of DATA_DIR is running')

/**
 * Locks the embedded content, which also prevents a site from starting.
 *
 * @throws OperatorError while a site runs
 */
export function lockContent(dataDir: string): DirectoryLock {
  const lake = join(dataDir, 'lake')
  if (!existsSync(lake)) return { release: () => {} }
  return lockFolder(lake, `The site is running on ${dataDir}. Stop it first`)
}
