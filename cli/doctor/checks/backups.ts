import { readBackupRecord } from '../../../server/backups/record.ts'
import type { Settings } from '../../../server/settings/settings.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const dayMs = 86_400_000

/** After so many days the alerts of deploy/prometheus/ are given, too, unless they are to be rarer. */
const freshDays = { backup: 2, drill: 14 }

/** One may be missed, whatever the schedule. */
const freshFor = (days: number, everyMs = 0) => Math.max(days, (2 * everyMs) / dayMs)

/** All was backed up lately, and a backup was tried out. */
export async function checkBackups({
  DATA_DIR,
  BACKUP_EVERY,
  DRILL_EVERY,
}: Settings): Promise<Finding[]> {
  const record = readBackupRecord(DATA_DIR)
  return [
    judge({
      ...{ what: 'backup', last: record.lastBackup?.at, failed: record.lastFailure },
      ...{ days: freshFor(freshDays.backup, BACKUP_EVERY), command: 'halvi backup' },
    }),
    judge({
      ...{ what: 'restore drill', last: record.lastDrill?.at, failed: record.lastDrillFailure },
      ...{ days: freshFor(freshDays.drill, DRILL_EVERY), command: 'halvi drill' },
    }),
  ]
}

interface Judged {
  what: string
  last: string | undefined
  failed: { at: string; reason: string } | undefined
  days: number
  command: string
}

function judge({ what, last, failed, days, command }: Judged): Finding {
  if (failed && (!last || Date.parse(failed.at) > Date.parse(last))) {
    const found = `the last ${what} failed ${agoOf(failed.at)}: ${failed.reason}`
    return fail(found, `mend that, then ${command}`)
  }
  if (!last)
    return warn(
      `there was no ${what} yet`,
      `set BACKUP_TO, which has it done regularly; now: ${command}`,
    )
  const age = Date.now() - Date.parse(last)
  // The clock was ahead then, or is behind now.
  if (age < -dayMs) return warn(`the last ${what} is of ${last}, yet to come`, 'see the clock')
  const found = `the last ${what} was ${agoOf(last)}`
  if (age <= days * dayMs) return ok(found)
  return warn(found, `see why there was none since, and ${command}`)
}

function agoOf(at: string): string {
  const hours = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 3_600_000))
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`
}
