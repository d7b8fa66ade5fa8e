import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { writeWhole } from '../data-folder/durable-files.ts'

const failure = z.object({ at: z.string(), reason: z.string() })

const schema = z.object({
  lastBackup: z
    .object({ at: z.string(), place: z.string(), bytes: z.number(), seconds: z.number() })
    .optional(),
  lastFailure: failure.optional(),
  lastDrill: z.object({ at: z.string(), backupOf: z.string() }).optional(),
  lastDrillFailure: failure.optional(),
})

/** When the data folder was last backed up, and a backup last tried out. Times are ISO 8601 in UTC. */
export type BackupRecord = z.infer<typeof schema>

/** The file's name in the folder of the data. It belongs to the machine: no backup has it. */
const recordName = 'backups.json'

/** What is known of a folder's backups; nothing where there is no record, or one that makes no sense. */
export function readBackupRecord(dataDir: string): BackupRecord {
  try {
    return schema.parse(JSON.parse(readFileSync(join(dataDir, recordName), 'utf8')))
  } catch {
    return {}
  }
}

/**
 * Writes down what has changed, and leaves the rest. The file is its owner's alone, and whole at any time.
 *
 * @throws when the folder can't be written to
 */
export function changeBackupRecord(dataDir: string, change: Partial<BackupRecord>): void {
  const text = JSON.stringify({ ...readBackupRecord(dataDir), ...change })
  writeWhole(join(dataDir, recordName), `${text}\n`)
}
