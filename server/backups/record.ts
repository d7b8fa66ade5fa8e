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

/** The file's name in the data folder. It is about this machine, and in no backup. */
const recordName = 'backups.json'

/** Returns a folder's record, which is empty where there is none, or a damaged one. */
export function readBackupRecord(dataDir: string): BackupRecord {
  try {
    return schema.parse(JSON.parse(readFileSync(join(dataDir, recordName), 'utf8')))
  } catch {
    return {}
  }
}

/**
 * Changes some fields of a record, and keeps the others. The file is for its owner alone, and whole at any time.
 *
 * @throws when the folder can't be written to
 */
export function changeBackupRecord(dataDir: string, change: Partial<BackupRecord>): void {
  const text = JSON.stringify({ ...readBackupRecord(dataDir), ...change })
  writeWhole(join(dataDir, recordName), `${text}\n`)
}

/** Records why a backup or a drill failed. */
export function recordFailure(
  dataDir: string,
  failure: 'lastFailure' | 'lastDrillFailure',
  reason: string,
): void {
  try {
    changeBackupRecord(dataDir, { [failure]: { at: new Date().toISOString(), reason } })
  } catch {
    // The disk is full or gone: the failure is reported all the same.
  }
}
