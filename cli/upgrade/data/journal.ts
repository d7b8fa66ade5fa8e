import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { removeWhole, writeWhole } from '../../../server/data-folder/durable-files.ts'
import { OperatorError } from '../../../server/operator-error.ts'

const snapshotName = z.string().regex(/^[\w.-]+$/)

const schema = z.object({
  format: z.literal(1),
  doing: z.enum(['upgrade', 'rollback']),
  /** Versions of Halvi. */
  from: z.string(),
  to: z.string(),
  /** The folder in snapshots/ that is put in place. */
  snapshot: snapshotName,
  /** The folder in snapshots/ that a rollback makes of the present data. */
  kept: snapshotName.optional(),
  /**
   * `keep`: no data has been changed yet. `change`: the data may be anything between before and after. `done`: it is
   * upgraded, and lacks only the version. `back`: it is that of the snapshot.
   */
  phase: z.enum(['keep', 'change', 'done', 'back']),
})

/** The progress of an upgrade or a rollback. While the journal is there, nothing else uses the data. */
export type Journal = z.infer<typeof schema>

const fileIn = (dataDir: string) => join(dataDir, 'upgrade.json')

/**
 * Returns the journal of an unfinished upgrade or rollback; undefined after a finished one.
 *
 * @throws OperatorError when it can't be read
 */
export function readJournal(dataDir: string): Journal | undefined {
  const file = fileIn(dataDir)
  if (!existsSync(file)) return undefined
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new OperatorError(
      `${file} can't be read: start the version that wrote it, or restore a backup`,
    )
  }
}

/** Returns when the journal survives a power cut. */
export function writeJournal(dataDir: string, journal: Omit<Journal, 'format'>): void {
  writeWhole(fileIn(dataDir), `${JSON.stringify({ ...journal, format: 1 })}\n`)
}

/** Returns when the journal stays removed after a power cut. */
export function removeJournal(dataDir: string): void {
  removeWhole(fileIn(dataDir))
}
