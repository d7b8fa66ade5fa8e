import type { Settings } from 'halvi-site/settings/settings'
import { lastBackup } from '../../../server/backup/last-backup.ts'
import { type Finding, ok, warn } from './finding.ts'

const dayMs = 86_400_000

/** Checks that there is a recent backup. The alert in deploy/prometheus/ has the same limit. */
export async function checkBackups({ DATA_DIR }: Settings): Promise<Finding> {
  const last = lastBackup(DATA_DIR)
  if (!last) return warn('there is no backup yet', 'run halvi backup every day')
  const ageMs = Date.now() - last.getTime()
  const found = `the last backup was ${last.toISOString()}`
  if (ageMs < -dayMs) return warn(`${found}, in the future`, 'check the clock')
  return ageMs <= 2 * dayMs
    ? ok(found)
    : warn(found, 'run halvi backup, and see why it did not run')
}
