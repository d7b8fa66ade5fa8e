import fs, { fstatSync, readdirSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname } from 'node:path'
import { afterEach, expect, vi } from 'vitest'
import { backUpToRepository } from '../back-up.ts'
import { filesIn, it } from '../testing/backup-fixtures.ts'

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

it('syncs all restored folders to disk', async ({
  data,
  repository,
  restored,
  target,
  restoreFrom,
}) => {
  await backUpToRepository(data.source, target())
  const synced = new Set<number>()
  const { fsyncSync } = fs
  vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    synced.add(fstatSync(file).ino)
    fsyncSync(file)
  })
  syncBuiltinESMExports()
  await restoreFrom(repository)
  expect(readdirSync(restored)).toContain('lake')
  const folders = new Set(filesIn(restored).map((path) => dirname(path)))
  // The data folder itself is synced later, after all files were moved to it.
  folders.delete(restored)
  expect(folders.size).toBeGreaterThan(1)
  for (const folder of folders)
    expect([folder, synced.has(statSync(folder).ino)]).toEqual([folder, true])
})
