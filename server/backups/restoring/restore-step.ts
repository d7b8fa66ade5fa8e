import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath } from '../../data-folder/durable-files.ts'
import { StartError } from '../../settings/start-error.ts'
import type { Manifest } from '../../snapshots/manifest.ts'

/** The folder, in the data folder, in which a restore works. */
export const restoringName = '.restoring'

/** @throws StartError when a restore into the folder was interrupted: a site would create new data beside it */
export function assertNotHalfRestored(dataDir: string): void {
  const folder = join(dataDir, restoringName)
  if (!existsSync(folder)) return
  throw new StartError(
    `A restore into ${dataDir} was interrupted: run it again, or delete ${folder}`,
  )
}

/** What is left to do for a restore once everything is checked. */
export interface RestoreStep {
  /** The backup's time. */
  at: string
  /** Where the leads were when the backup was made; restores that 0.1 began have neither this nor the database. */
  leads?: Manifest['leads'] | undefined
  /** The number of leads. */
  count?: number | undefined
  /** The database that takes the leads, as `connectionOf` returns its address. */
  database?: string | undefined
}

const stepName = 'checked.json'

/** Resolves to the step in the folder of a restore; undefined until the backup is checked. */
export async function readStep(folder: string): Promise<RestoreStep | undefined> {
  const text = await readFile(join(folder, stepName), 'utf8').catch(() => '')
  try {
    return JSON.parse(text) as RestoreStep
  } catch {
    return undefined
  }
}

/** Resolves when a restore that is interrupted would continue from this step. */
export async function writeStep(folder: string, step: RestoreStep): Promise<void> {
  await writeFile(join(folder, stepName), JSON.stringify(step), { mode: 0o600, flush: true })
  await syncPath(folder)
}
