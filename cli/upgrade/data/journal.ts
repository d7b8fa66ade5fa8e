import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { removeWhole, writeWhole } from '../../../server/data-folder/durable-files.ts'
import { CommandError } from '../../command.ts'

const schema = z.object({
  format: z.literal(1),
  doing: z.enum(['upgrade', 'rollback']),
  /** Versions of Halvi. */
  from: z.string(),
  to: z.string(),
  /** The folder in snapshots/ that is put back. */
  snapshot: z.string().regex(/^[\w.-]+$/),
  /** The folder in snapshots/ that a rollback makes of what is there. */
  kept: z
    .string()
    .regex(/^[\w.-]+$/)
    .optional(),
  /**
   * `keep`: nothing of the data has been changed yet. `change`: it may be anything between before and
   * after. `done`: it is upgraded, and lacks only the version. `back`: it is what the snapshot was.
   */
  phase: z.enum(['keep', 'change', 'done', 'back']),
})

/** How far an upgrade or a rollback is. While it is there, nothing else uses the data. */
export type Journal = z.infer<typeof schema>

const fileIn = (dataDir: string) => join(dataDir, 'upgrade.json')

/**
 * What has not been finished; undefined where nothing is left undone.
 *
 * @throws CommandError when it can't be read
 */
export function readJournal(dataDir: string): Journal | undefined {
  const file = fileIn(dataDir)
  if (!existsSync(file)) return undefined
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new CommandError(
      `${file} can't be read: the version that has written it can, or restore a backup`,
    )
  }
}

/** Returns when the disk has it. */
export function writeJournal(dataDir: string, journal: Omit<Journal, 'format'>): void {
  writeWhole(fileIn(dataDir), `${JSON.stringify({ format: 1, ...journal })}\n`)
}

/** Returns when the disk has forgotten it. */
export function removeJournal(dataDir: string): void {
  removeWhole(fileIn(dataDir))
}
