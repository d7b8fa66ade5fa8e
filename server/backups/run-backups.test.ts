import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { readSettings } from '../settings/settings.ts'
import { backUpToRepository } from './back-up.ts'
import { changeBackupRecord, readBackupRecord } from './record.ts'
import { accessTo, runDrill } from './run-backups.ts'
import { it } from './testing/backup-fixtures.ts'

/** Tries a backup out, without a site on it. */
function tryPlace(address: string, environment: Record<string, string>): Promise<string> {
  const settings = readSettings(environment)
  return runDrill(
    settings,
    accessTo(settings, address, async () => undefined),
    async () => {},
  )
}

describe('what comes of a drill', () => {
  it('of BACKUP_TO is written down', async ({ data, place, target }) => {
    const settings = { DATA_DIR: data.dataDir, BACKUP_TO: place }
    const { manifest } = await backUpToRepository(data.source, target())
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
    const { manifest } = await backUpToRepository(data.source, target())
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
    await backUpToRepository(data.source, target())
    await tryPlace(place, settings)
    rmSync(place, { recursive: true })
    await expect(tryPlace(place, settings)).rejects.toThrow('There is no')
    expect(readBackupRecord(data.dataDir)).toEqual({})
  })
})
