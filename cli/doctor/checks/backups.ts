import { type BackupRecord, readBackupRecord } from '../../../server/backups/record.ts'
import type { Settings } from '../../../server/settings/settings.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const dayMs = 86_400_000

/** Checks that everything was backed up lately, and that a backup was tried out. */
export async function checkBackups(settings: Settings): Promise<Finding[]> {
  const { BACKUP_EVERY = 0, DRILL_EVERY = 0 } = settings
  const record = readBackupRecord(settings.DATA_DIR)
  // The alerts in deploy/prometheus/ have the same days. One may be missed, whatever the schedule.
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
    return fail(found, `fix that, then halvi ${name}`)
  }
  if (!last) return warn(`there was no ${name} yet`, `set BACKUP_TO, or call halvi ${name}`)
  const age = Date.now() - Date.parse(last.at)
  // The clock was ahead then, or is behind now.
  if (age < -dayMs) return warn(`the last ${name} is of ${last.at}, in the future`, 'see the clock')
  const found = `the last ${name} was ${ago(last.at)}`
  return age <= maxAgeMs ? ok(found) : warn(found, `see the log, then halvi ${name}`)
}

function ago(at: string): string {
  const hours = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 3_600_000))
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`
}
