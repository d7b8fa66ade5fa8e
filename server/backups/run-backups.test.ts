import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { readSettings } from '../settings/settings.ts'
import { backUpToRepository } from './back-up.ts'
import { changeBackupRecord, readBackupRecord } from './record.ts'
import { accessTo, runDrill } from './run-backups.ts'
import { it } from './testing/backup-fixtures.ts'

/** Runs a restore drill without starting a site. */
function runDrillOn(address: string, environment: Record<string, string>): Promise<string> {
  const settings = readSettings(environment)
  return runDrill(
    settings,
    accessTo(settings, address, async () => undefined),
    async () => {},
  )
}

describe('the outcome of a restore drill', () => {
  it('is recorded for the repository in BACKUP_TO', async ({ data, repository, target }) => {
    const settings = { DATA_DIR: data.dataDir, BACKUP_TO: repository }
    const { manifest } = await backUpToRepository(data.source, target())
    await runDrillOn(repository, settings)
    const { lastDrill } = readBackupRecord(data.dataDir)
    expect(lastDrill?.backupOf).toBe(manifest.at)
    rmSync(repository, { recursive: true })
    await expect(runDrillOn(repository, settings)).rejects.toThrow('does not exist')
    expect(readBackupRecord(data.dataDir)).toEqual({
      lastDrill,
      lastDrillFailure: { at: expect.any(String), reason: expect.stringContaining(repository) },
    })
  })

  it('is a failure when the last backup of the site is missing', async ({
    data,
    repository,
    target,
  }) => {
    const { manifest } = await backUpToRepository(data.source, target())
    const at = new Date(Date.parse(manifest.at) + 60_000).toISOString()
    changeBackupRecord(data.dataDir, {
      lastBackup: { at, place: repository, bytes: 1, seconds: 1 },
    })
    const settings = { DATA_DIR: data.dataDir, BACKUP_TO: repository }
    await expect(runDrillOn(repository, settings)).rejects.toThrow('Newer backups are missing')
    expect(readBackupRecord(data.dataDir).lastDrillFailure).toBeDefined()
  })

  it('is not recorded for another repository', async ({ data, repository, target }) => {
    const settings = { DATA_DIR: data.dataDir, BACKUP_TO: join(data.folder, 'own') }
    await backUpToRepository(data.source, target())
    await runDrillOn(repository, settings)
    rmSync(repository, { recursive: true })
    await expect(runDrillOn(repository, settings)).rejects.toThrow('does not exist')
    expect(readBackupRecord(data.dataDir)).toEqual({})
  })
})
