import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from '../place/manifest.ts'
import { syncFolder } from '../stores/folder-store.ts'

/** What is left to do of a restore once everything is checked. */
export interface Step {
  /** The backup's time. */
  at: string
  /** Where the leads were when it was made; a restore that 0.1 began has noted neither this nor the database. */
  leads?: Manifest['leads'] | undefined
  /** How many leads it has. */
  count?: number | undefined
  /** Which database takes them, as `connectionOf` names it. */
  database?: string | undefined
}

const stepName = 'checked.json'

/** The step in the folder of a restore; undefined while there is nothing whole. */
export async function readStep(beside: string): Promise<Step | undefined> {
  const text = await readFile(join(beside, stepName), 'utf8').catch(() => '')
  try {
    return JSON.parse(text) as Step
  } catch {
    return undefined
  }
}

/** Resolves when a restore that is cut off would go on from this step. */
export async function writeStep(beside: string, step: Step): Promise<void> {
  await writeFile(join(beside, stepName), JSON.stringify(step), { mode: 0o600, flush: true })
  await syncFolder(beside)
}
