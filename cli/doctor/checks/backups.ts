import { type BackupRecord, readBackupRecord } from '../../../server/backups/record.ts'
import type { Settings } from '../../../server/settings/settings.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const dayMs = 86_400_000

/** Checks that there is a recent backup and a recent restore drill. */
export async function checkBackups(settings: Settings): Promise<Finding[]> {
  const { BACKUP_EVERY = 0, DRILL_EVERY = 0 } = settings
  const record = readBackupRecord(settings.DATA_DIR)
  // Twice the interval: one missed backup is no warning. The alerts in deploy/prometheus/ use the same limits.
  return [
    checkLast('backup', record.lastBackup, record.lastFailure, 2 * Math.max(dayMs, BACKUP_EVERY)),
    checkLast(
      'drill',
      record.lastDrill,
      record.lastDrillFailure,
      2 * Math.max(7 * dayMs, DRILL_EVERY),
    ),
  ]
}

function checkLast(
  name: 'backup' | 'drill',
  last: { at: string } | undefined,
  failed: BackupRecord['lastFailure'],
  maxAgeMs: number,
): Finding {
  if (failed && (!last || failed.at > last.at)) {
    const found = `the last ${name} failed ${ago(failed.at)}: ${failed.reason}`
    return fail(found, `fix the cause, then run halvi ${name}`)
  }
  if (!last) return warn(`there is no ${name} yet`, `set BACKUP_TO, or run halvi ${name}`)
  const age = Date.now() - Date.parse(last.at)
  // The clock was ahead at that time, or is behind now.
  if (age < -dayMs) {
    return warn(`the last ${name} is dated ${last.at}, in the future`, 'check the clock')
  }
  const found = `the last ${name} was ${ago(last.at)}`
  if (age <= maxAgeMs) return ok(found)
  return warn(found, `search the log for "${name} failed", then run halvi ${name}`)
}

function ago(at: string): string {
  const hours = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 3_600_000))
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`
}
