import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DirectoryLock, lockDirectory } from 'halvi-kit/files/directory-lock'
import { reasonOf } from 'halvi-kit/reason'
import { OperatorError } from '../operator-error.ts'

/**
 * Locks the embedded content, which also prevents a site from starting.
 *
 * @throws OperatorError while a site runs
 */
export function lockContent(dataDir: string): DirectoryLock {
  const lake = join(dataDir, 'lake')
  if (!existsSync(lake)) return { release: () => {} }
  try {
    return lockDirectory(
      lake,
      new OperatorError(`The site is running on ${dataDir}. Stop it first`),
    )
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`${lake} can't be used: ${reasonOf(error)}`)
  }
}
