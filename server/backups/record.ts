import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replacePrivateFile } from 'halvi-runtime/files/private-files'
import * as z from 'zod'

const failure = z.object({ at: z.string(), reason: z.string() })

const schema = z.object({
  lastBackup: z
    .object({ at: z.string(), place: z.string(), bytes: z.number(), seconds: z.number() })
    .optional(),
  lastFailure: failure.optional(),
  lastDrill: z.object({ at: z.string(), backupOf: z.string() }).optional(),
  lastDrillFailure: failure.optional(),
})

/** The times of the last backup, the last restore drill, and their last failures. Times are ISO 8601 in UTC. */
export type BackupRecord = z.infer<typeof schema>

/** The file's name in the data folder. The file describes this machine, so it is not part of backups. */
const recordName = 'backups.json'

/** Returns the backup record of a data folder. Returns an empty record if the file is missing or damaged. */
export function readBackupRecord(dataDir: string): BackupRecord {
  try {
    return schema.parse(JSON.parse(readFileSync(join(dataDir, recordName), 'utf8')))
  } catch {
    return {}
  }
}

/**
 * Changes the given fields of a record and keeps the others. The file is readable only by its owner and replaced
 * atomically.
 *
 * @throws when the folder is not writable
 */
export function changeBackupRecord(dataDir: string, change: Partial<BackupRecord>): void {
  const text = JSON.stringify({ ...readBackupRecord(dataDir), ...change })
  replacePrivateFile(join(dataDir, recordName), `${text}\n`)
}

/** Records why a backup or a restore drill failed. */
export function recordFailure(
  dataDir: string,
  failure: 'lastFailure' | 'lastDrillFailure',
  reason: string,
): void {
  try {
    changeBackupRecord(dataDir, { [failure]: { at: new Date().toISOString(), reason } })
  } catch {
    // The disk may be full or unavailable. The caller reports the failure in any case.
  }
}
