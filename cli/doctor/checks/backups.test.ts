import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type BackupRecord, changeBackupRecord } from '../../../server/backups/record.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { checkBackups } from './backups.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'doctor-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const backup = (days: number): BackupRecord => ({
  lastBackup: { at: ago(days), place: '/backups', bytes: 1, seconds: 1 },
})
const drill = (days: number): BackupRecord => ({
  lastDrill: { at: ago(days), backupOf: ago(days) },
})

it.each<[string, BackupRecord, string, string]>([
  ['no backup and no drill', {}, 'warn', 'warn'],
  ['a recent backup and drill', { ...backup(1), ...drill(10) }, 'ok', 'ok'],
  ['an old backup and drill', { ...backup(3), ...drill(20) }, 'warn', 'warn'],
  [
    'a failed backup',
    { ...backup(1), lastFailure: { at: ago(0), reason: 'full' } },
    'FAIL',
    'warn',
  ],
  [
    'a successful backup after a failed one',
    { ...backup(0), lastFailure: { at: ago(1), reason: '' } },
    'ok',
    'warn',
  ],
  ['a backup dated in the future', { ...backup(-5), ...drill(1) }, 'warn', 'ok'],
  ['a failed drill', { ...backup(1), lastDrillFailure: { at: ago(2), reason: '' } }, 'ok', 'FAIL'],
])('reports the status of %s', async (_case, record, ...expected) => {
  changeBackupRecord(dataDir, record)
  const findings = await checkBackups(readSettings({ DATA_DIR: dataDir }))
  expect(findings.map(({ status }) => status)).toEqual(expected)
})

it('accepts older backups and drills if they are scheduled less often', async () => {
  changeBackupRecord(dataDir, { ...backup(10), ...drill(20) })
  const rare = { BACKUP_EVERY: '7d', DRILL_EVERY: '30d' }
  const findings = await checkBackups(readSettings({ DATA_DIR: dataDir, ...rare }))
  expect(findings.map(({ status }) => status)).toEqual(['ok', 'ok'])
})
