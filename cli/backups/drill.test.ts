import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect } from 'vitest'
import { changeBackupRecord, readBackupRecord } from '../../server/backups/record.ts'
import { backUpToPlace } from '../../server/backups/taking/back-up.ts'
import { it } from '../../server/backups/testing/backup-fixtures.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { tryOut } from './drill.ts'

/** Tries out what is in a place, without a site on it. */
function tryPlace(address: string, environment: Record<string, string>): Promise<void> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const context = { settings: readSettings(environment), stdin, stdout, stderr }
  return tryOut(context, { address, look: async () => {} })
}

describe('what comes of a drill', () => {
  it('of BACKUP_TO is written down', async ({ data, place, target }) => {
    const settings = { DATA_DIR: data.dataDir, BACKUP_TO: place }
    const { manifest } = await backUpToPlace(data.source, target())
    await tryPlace(place, settings)
    const { lastDrill } = readBackupRecord(data.dataDir)
    expect(lastDrill?.backupOf).toBe(manifest.at)
    rmSync(place, { recursive: true })
    await expect(tryPlace(place, settings)).rejects.toThrow('There is no')
    expect(readBackupRecord(data.dataDir)).toEqual({
      lastDrill,
      lastDrillFailure: { at: expect.any(String), reason: expect.stringContaining(place) },
    })
  })

  it('fails when the last backup that the site made is missing', async ({
    data,
    place,
    target,
  }) => {
    const { manifest } = await backUpToPlace(data.source, target())
    const at = new Date(Date.parse(manifest.at) + 60_000).toISOString()
    changeBackupRecord(data.dataDir, { lastBackup: { at, place, bytes: 1, seconds: 1 } })
    const settings = { DATA_DIR: data.dataDir, BACKUP_TO: place }
    await expect(tryPlace(place, settings)).rejects.toThrow('newer backups are missing')
    expect(readBackupRecord(data.dataDir).lastDrillFailure).toBeDefined()
  })

  it('of another place says nothing of the backups of the site', async ({
    data,
    place,
    target,
  }) => {
    const settings = { DATA_DIR: data.dataDir, BACKUP_TO: join(data.folder, 'own') }
    await backUpToPlace(data.source, target())
    await tryPlace(place, settings)
    rmSync(place, { recursive: true })
    await expect(tryPlace(place, settings)).rejects.toThrow('There is no')
    expect(readBackupRecord(data.dataDir)).toEqual({})
  })
})
