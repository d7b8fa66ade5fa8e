import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '../../app/leads/reason.ts'
import { type Lock, lockFolder } from '../../server/data-folder/lock-folder.ts'
import { CommandError } from '../command.ts'

/**
 * Makes this the only upgrade or rollback of a data folder.
 *
 * @throws CommandError while another one is under way
 */
export function lockUpgrade(dataDir: string): Lock {
  return lock(dataDir, 'An upgrade or a rollback of DATA_DIR is under way already')
}

/**
 * Keeps a site from starting on the embedded content.
 *
 * @throws CommandError while one is running
 */
export function lockContent(dataDir: string): Lock {
  const directory = join(dataDir, 'lake')
  if (!existsSync(directory)) return { release: () => {} }
  return lock(directory, `The site is running on ${dataDir}: stop it first`)
}

function lock(directory: string, inUse: string): Lock {
  try {
    return lockFolder(directory, new CommandError(inUse))
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`DATA_DIR can't be used: ${reasonOf(error)}`)
  }
}
