import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { backUpToFile, backUpToRepository } from '../back-up.ts'
import { it as backupTest } from '../testing/backup-fixtures.ts'

interface DiskFixtures {
  /** A folder in which a small disk can be mounted. */
  disk: string
  /** Mounts a small disk there. Returns false without the permission to mount. */
  mount: (size: string) => boolean
}

const it = backupTest.extend<DiskFixtures>({
  disk: async ({ data }, use) => {
    const disk = join(data.folder, 'disk')
    mkdirSync(disk)
    await use(disk)
    spawnSync('umount', ['--lazy', disk])
  },
  mount: async ({ disk }, use) =>
    use(
      (size) =>
        spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]).status === 0,
    ),
})

describe('a backup', () => {
  it('to a full disk fails with a message and keeps existing backups', async ({
    data,
    repository,
    target,
    restoreFrom,
    disk,
    mount,
    skip,
  }) => {
    if (!mount('400k')) skip('No permission to mount a small disk')
    const address = join(disk, 'repository')
    await backUpToRepository(data.source, { ...target(), address })
    writeFileSync(join(data.dataDir, 'large'), randomBytes(400_000))
    await expect(backUpToRepository(data.source, { ...target(), address })).rejects.toThrow(
      /is full/,
    )
    const file = join(disk, 'all.tar')
    await expect(backUpToFile(data.source, file)).rejects.toThrow(/is full/)
    expect(readdirSync(disk)).toEqual(['repository'])
    await restoreFrom(address)
    await backUpToRepository(data.source, target())
    const dataDir = join(disk, 'data')
    await expect(restoreFrom(repository, { dataDir })).rejects.toThrow(/Not enough disk space/)
    expect(readdirSync(disk)).toEqual(['repository'])
  })

  it('to a read-only disk fails with a message', async ({
    data,
    repository,
    target,
    restoreFrom,
    disk,
    mount,
    skip,
  }) => {
    if (!mount('1m')) skip('No permission to mount a small disk')
    await backUpToRepository(data.source, target())
    spawnSync('mount', ['-o', 'remount,ro', disk])
    const address = join(disk, 'repository')
    await expect(backUpToRepository(data.source, { ...target(), address })).rejects.toThrow(
      /can't be used/,
    )
    const dataDir = join(disk, 'data')
    await expect(restoreFrom(repository, { dataDir })).rejects.toThrow(/can't be used/)
  })
})
