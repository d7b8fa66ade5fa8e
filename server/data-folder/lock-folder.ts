import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DirectoryLock, lockDirectory } from 'halvi-runtime/files/directory-lock'
import { reasonOf } from 'halvi-runtime/reason'
import { OperatorError } from '../operator-error.ts'

/**
 * Makes this process the only user of a folder.
 *
 * @throws OperatorError with `inUse` while there is another
 */
export function lockFolder(folder: string, inUse: string): DirectoryLock {
  try {
    return lockDirectory(folder, new OperatorError(inUse))
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`${folder} can't be used: ${reasonOf(error)}`)
  }
}

/** Makes this the only upgrade or rollback of a data folder. @throws OperatorError while another one runs */
export const lockUpgrade = (dataDir: string): DirectoryLock =>
  lockFolder(dataDir, 'Another upgrade or rollback of DATA_DIR is running')

/** Keeps a site from starting on the embedded content. @throws OperatorError while one runs */
export function lockContent(dataDir: string): DirectoryLock {
  const lake = join(dataDir, 'lake')
  if (!existsSync(lake)) return { release: () => {} }
  return lockFolder(lake, `The site is running on ${dataDir}: stop it first`)
}
