import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { changeBackupRecord, readBackupRecord } from './record.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'record-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const backup = { at: '2026-11-22T10:00:00.000Z', place: '/backups', bytes: 5, seconds: 1 }
const failure = { at: '2026-11-23T10:00:00.000Z', reason: 'The disk is full' }

it('keeps unchanged fields, in one file that only its owner can read', () => {
  expect(readBackupRecord(folder)).toEqual({})
  changeBackupRecord(folder, { lastBackup: backup })
  changeBackupRecord(folder, { lastFailure: failure })
  expect(readBackupRecord(folder)).toEqual({ lastBackup: backup, lastFailure: failure })
  changeBackupRecord(folder, { lastFailure: undefined })
  expect(readBackupRecord(folder)).toEqual({ lastBackup: backup })
  expect(readdirSync(folder)).toEqual(['backups.json'])
  expect(statSync(join(folder, 'backups.json')).mode & 0o777).toBe(0o600)
})

it('replaces a damaged file with a new one', () => {
  for (const text of ['', '{"lastBackup":', '{"lastBackup":{"at":1}}', '[]']) {
    writeFileSync(join(folder, 'backups.json'), text)
    expect(readBackupRecord(folder)).toEqual({})
  }
  changeBackupRecord(folder, { lastBackup: backup })
  expect(readBackupRecord(folder)).toEqual({ lastBackup: backup })
})
