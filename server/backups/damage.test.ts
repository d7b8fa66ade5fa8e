import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { backUpToFile, backUpToRepository } from './back-up.ts'
import { it as backupTest, filesIn } from './testing/backup-fixtures.ts'

interface DamageFixtures {
  /** A restore is, and nothing is left behind. */
  refused: (address: string, message: RegExp) => Promise<void>
}

const it = backupTest.extend<DamageFixtures>({
  refused: async ({ restoreFrom, restored }, use) =>
    use(async (address, message) => {
      await expect(restoreFrom(address)).rejects.toThrow(message)
      expect(existsSync(restored)).toBe(false)
    }),
})

describe('a backup that is not whole', () => {
  it('is refused: a file that was cut short, wherever', async ({ data, refused }) => {
    const file = join(data.folder, 'all.tar')
    await backUpToFile(data.source, file)
    const { size } = statSync(file)
    for (const part of [0.9, 0.5, 0.01]) {
      truncateSync(file, Math.floor(size * part))
      await refused(file, /no whole backup|damaged|cut short/)
    }
    truncateSync(file, 0)
    await refused(file, /no whole backup/)
    writeFileSync(file, 'no backup at all'.repeat(100))
    await refused(file, /is not a backup/)
  })

  it('is refused: one byte is another, of any file', async ({
    data,
    place,
    target,
    restoreFrom,
    refused,
  }) => {
    await backUpToRepository(data.source, target())
    for (const path of filesIn(place).filter((name) => !name.endsWith('place.json'))) {
      const bytes = readFileSync(path)
      // Not just anywhere: in what gzip makes of zeros a changed byte may mean the same.
      for (const at of [10, bytes.length - 6]) {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ 1
        writeFileSync(path, changed)
        await refused(place, /is damaged/)
      }
      writeFileSync(path, bytes)
    }
    await restoreFrom(place)
  })

  it('is refused: a chunk is missing, and another backup brings it again', async ({
    data,
    place,
    target,
    restoreFrom,
    refused,
  }) => {
    await backUpToRepository(data.source, target())
    const [chunk = ''] = filesIn(join(place, 'chunks'))
    rmSync(chunk)
    await refused(place, /is missing/)
    await backUpToRepository(data.source, target())
    await restoreFrom(place)
  })

  it('is refused: of a newer version; of an older one it is said', async ({
    data,
    place,
    target,
    restoreFrom,
  }) => {
    await backUpToRepository(data.source, target())
    await expect(restoreFrom(place, { version: '0.1.9' })).rejects.toThrow(/newer version, 0\.2\.0/)
    const lines = await restoreFrom(place, { version: '0.10.0' })
    expect(lines.join()).toContain('up to date')
  })
})
