import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replacePrivateFile } from 'halvi-runtime/files/private-files'
import * as z from 'zod'
import { removeDurably } from '../../../server/data-folder/durable-files.ts'
import { OperatorError } from '../../../server/operator-error.ts'

const snapshotName = z.string().regex(/^[\w.-]+$/)

const schema = z.object({
  format: z.literal(1),
  doing: z.enum(['upgrade', 'rollback']),
  /** The versions of Halvi before and after. */
  from: z.string(),
  to: z.string(),
  /** The folder in snapshots/ that is restored. */
  snapshot: snapshotName,
  /** The folder in snapshots/ to which a rollback saves the current data. */
  kept: snapshotName.optional(),
  /**
   * `keep`: no data has been changed yet. `change`: the data may be partly changed. `done`: the data is upgraded, and
   * only the version file is missing. `back`: the data of the snapshot is restored.
   */
  phase: z.enum(['keep', 'change', 'done', 'back']),
})

/** The progress of an upgrade or a rollback. While the journal exists, nothing else uses the data. */
export type Journal = z.infer<typeof schema>

const fileIn = (dataDir: string) => join(dataDir, 'upgrade.json')

/**
 * Returns the journal of an unfinished upgrade or rollback, or undefined if nothing was interrupted.
 *
 * @throws OperatorError if the journal can't be read
 */
export function readJournal(dataDir: string): Journal | undefined {
  const file = fileIn(dataDir)
  if (!existsSync(file)) return undefined
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new OperatorError(
      `${file} is damaged or was written by a newer version: start the version that wrote it, or restore a backup`,
    )
  }
}

/** Writes the journal. When it returns, the journal survives a power failure. */
export function writeJournal(dataDir: string, journal: Omit<Journal, 'format'>): void {
  replacePrivateFile(fileIn(dataDir), `${JSON.stringify({ ...journal, format: 1 })}\n`)
}

/** Removes the journal. When it returns, the removal survives a power failure. */
export function removeJournal(dataDir: string): void {
  removeDurably(fileIn(dataDir))
}
