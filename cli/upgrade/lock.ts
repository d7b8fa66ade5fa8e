import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LakeInUseError, lockDirectory } from 'embedded-content-lake'
import { reasonOf } from '../../app/leads/reason.ts'
import { CommandError } from '../command.ts'

/** What is held until it is released or the process dies in whatever way. */
export interface Lock {
  release(): void
}

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
    return lockDirectory(directory)
  } catch (error) {
    if (error instanceof LakeInUseError) throw new CommandError(inUse)
    throw new CommandError(`DATA_DIR can't be used: ${reasonOf(error)}`)
  }
}
