import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath } from '../../data-folder/durable-files.ts'
import { StartError } from '../../settings/start-error.ts'
import type { Manifest } from '../../snapshots/manifest.ts'

/** The working folder of a restore, in the data folder. */
export const restoringName = '.restoring'

/**
 * Checks that no restore into a data folder was interrupted. Otherwise the site would create new data beside the
 * restored data.
 *
 * @throws StartError after an interrupted restore
 */
export function assertNotHalfRestored(dataDir: string): void {
  const folder = join(dataDir, restoringName)
  if (!existsSync(folder)) return
  throw new StartError(
    `A restore into ${dataDir} was interrupted. Run it again, or delete ${folder}`,
  )
}

/** The checkpoint of a restore, written after all checks. An interrupted restore continues from it. */
export interface RestoreStep {
  /** The backup's time. */
  at: string
  /**
   * Where the leads were stored when the backup was made. Checkpoints of version 0.1 have neither this field nor
   * `database`.
   */
  leads?: Manifest['leads'] | undefined
  /** The number of leads. */
  count?: number | undefined
  /** The address of the database that receives the leads, as returned by `connectionOf`. */
  database?: string | undefined
}

const stepName = 'checked.json'

/** Resolves to the checkpoint in a restore's working folder, or undefined if the backup is not checked yet. */
export async function readStep(folder: string): Promise<RestoreStep | undefined> {
  const text = await readFile(join(folder, stepName), 'utf8').catch(() => '')
  try {
    return JSON.parse(text) as RestoreStep
  } catch {
    return undefined
  }
}

/** Writes the checkpoint to a restore's working folder, so that an interrupted restore continues from there. */
export async function writeStep(folder: string, step: RestoreStep): Promise<void> {
  await writeFile(join(folder, stepName), JSON.stringify(step), { mode: 0o600, flush: true })
  await syncPath(folder)
}
