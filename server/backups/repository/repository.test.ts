import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { siteId } from '../../data-folder/site-id.ts'
import { backUpToRepository, listBackups } from '../back-up.ts'
import { drill } from '../restoring/drill.ts'
import { folderStore } from '../stores/folder-store.ts'
import { filesIn, it } from '../testing/backup-fixtures.ts'
import { makeDataFolder } from '../testing/data-folder.ts'
import { withLock } from './lock.ts'

describe('a repository', () => {
  it('receives only new chunks, and drops expired backups with chunks that nothing else uses', async ({
    data,
    repository,
    target,
    restoreFrom,
  }) => {
    const first = await backUpToRepository(data.source, target())
    const again = await backUpToRepository(data.source, target())
    expect(again.bytes).toBeLessThan(first.bytes / 3)
    const before = filesIn(join(repository, 'chunks')).length
    writeFileSync(join(data.dataDir, 'lake-token'), 'another-secret')
    const keep = { days: 1, weeks: 0, months: 0, years: 0 }
    const { pruned } = await backUpToRepository(data.source, { ...target(), keep })
    expect(pruned).toBe(2)
    expect(await listBackups(target())).toHaveLength(1)
    expect(filesIn(join(repository, 'chunks'))).toHaveLength(before)
    await restoreFrom(repository)
  })

  it('belongs to one site, and rejects a drill by another site unless --site allows it', async ({
    data,
    repository,
    target,
    restoreFrom,
  }) => {
    await backUpToRepository(data.source, target())
    const other = await makeDataFolder(4)
    try {
      await expect(backUpToRepository(other.source, target())).rejects.toThrow(/another site/)
      const drilling = { ...target(), dataDir: other.dataDir, version: '0.2.0' }
      const checkStart = async () => {}
      await expect(drill({ ...drilling, checkStart })).rejects.toThrow(/another site/)
      await drill({ ...drilling, checkStart, site: siteId(data.dataDir) })
      expect(existsSync(join(other.dataDir, '.drill'))).toBe(false)
    } finally {
      other.remove()
    }
    await restoreFrom(repository)
  })

  it('is locked by one backup at a time, and unlocked if its process has died', async ({
    data,
    repository,
    target,
    restoreFrom,
  }) => {
    const store = folderStore(repository)
    await withLock(store, async () => {
      await expect(backUpToRepository(data.source, target())).rejects.toThrow(
        /^Another backup is writing/,
      )
    })
    const { pid } = spawnSync('true')
    const lock = { id: 'x', host: hostname(), pid, at: new Date() }
    writeFileSync(join(repository, 'lock.json'), JSON.stringify(lock))
    await backUpToRepository(data.source, target())
    expect(existsSync(join(repository, 'lock.json'))).toBe(false)
    const both = [1, 2].map(() => backUpToRepository(data.source, target()))
    const results = await Promise.allSettled(both)
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1)
    await restoreFrom(repository)
  })

  it('deletes abandoned unfinished files, and no other files', async ({
    data,
    repository,
    target,
  }) => {
    await backUpToRepository(data.source, target())
    const [old, recent] = [`.${randomUUID()}`, `.${randomUUID()}`]
    const longAgo = new Date('2026-01-01')
    const folders = [repository, join(repository, 'backups')]
    for (const file of folders.flatMap((folder) => [
      join(folder, old),
      join(folder, recent),
      join(folder, '.htaccess'),
    ])) {
      writeFileSync(file, 'x')
      if (!file.endsWith(recent)) utimesSync(file, longAgo, longAgo)
    }
    await backUpToRepository(data.source, target())
    for (const folder of folders) {
      const left = readdirSync(folder).filter((name) => name.startsWith('.'))
      expect(left.sort()).toEqual(['.htaccess', recent].sort())
    }
    expect(data.warnings).toEqual([])
  })

  it('numbers backups in order even if the clock was set back', async ({
    data,
    repository,
    restored,
    target,
    restoreFrom,
  }) => {
    await backUpToRepository(data.source, target())
    const [name = ''] = readdirSync(join(repository, 'backups'))
    const later = join(repository, 'backups', '000009-2099-01-01T00-00-00Z.json')
    writeFileSync(later, readFileSync(join(repository, 'backups', name)))
    writeFileSync(join(data.dataDir, 'lake-token'), 'newer')
    const keep = { days: 7, weeks: 4, months: 12, years: 0 }
    await backUpToRepository(data.source, { ...target(), keep })
    await restoreFrom(repository)
    expect(readFileSync(join(restored, 'lake-token'), 'utf8')).toBe('newer')
  })

  it('is not allowed in the data folder', async ({ data, target }) => {
    const address = join(data.dataDir, 'backups')
    await expect(backUpToRepository(data.source, { ...target(), address })).rejects.toThrow(
      /DATA_DIR/,
    )
  })
})
