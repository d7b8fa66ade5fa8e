import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { backUpToFile, backUpToRepository } from './back-up.ts'
import { it as backupTest, filesIn } from './testing/backup-fixtures.ts'

interface DamageFixtures {
  /** Expects that a restore of `address` is rejected and leaves no files behind. */
  expectRejected: (address: string, message: RegExp) => Promise<void>
}

const it = backupTest.extend<DamageFixtures>({
  expectRejected: async ({ restoreFrom, restored }, use) =>
    use(async (address, message) => {
      await expect(restoreFrom(address)).rejects.toThrow(message)
      expect(existsSync(restored)).toBe(false)
    }),
})

describe('a restore of a damaged backup', () => {
  it('rejects a truncated file', async ({ data, expectRejected }) => {
    const file = join(data.folder, 'all.tar')
    await backUpToFile(data.source, file)
    const { size } = statSync(file)
    for (const part of [0.9, 0.5, 0.01]) {
      truncateSync(file, Math.floor(size * part))
      await expectRejected(file, /no complete backup|damaged|truncated/)
    }
    truncateSync(file, 0)
    await expectRejected(file, /no complete backup/)
    writeFileSync(file, 'no backup at all'.repeat(100))
    await expectRejected(file, /is not a backup/)
  })

  it('rejects a change of one byte in any file', async ({
    data,
    repository,
    target,
    restoreFrom,
    expectRejected,
  }) => {
    await backUpToRepository(data.source, target())
    for (const path of filesIn(repository).filter((name) => !name.endsWith('place.json'))) {
      const bytes = readFileSync(path)
      // Only certain positions: a changed byte in compressed zeros may decompress to the same data.
      for (const at of [10, bytes.length - 6]) {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ 1
        writeFileSync(path, changed)
        await expectRejected(repository, /is damaged/)
      }
      writeFileSync(path, bytes)
    }
    await restoreFrom(repository)
  })

  it('rejects a missing chunk, and the next backup stores it again', async ({
    data,
    repository,
    target,
    restoreFrom,
    expectRejected,
  }) => {
    await backUpToRepository(data.source, target())
    const [chunk = ''] = filesIn(join(repository, 'chunks'))
    rmSync(chunk)
    await expectRejected(repository, /is missing/)
    await backUpToRepository(data.source, target())
    await restoreFrom(repository)
  })

  it('rejects a backup of a newer version, and mentions that one is older', async ({
    data,
    repository,
    target,
    restoreFrom,
  }) => {
    await backUpToRepository(data.source, target())
    await expect(restoreFrom(repository, { version: '0.1.9' })).rejects.toThrow(
      /newer version, 0\.2\.0/,
    )
    const lines = await restoreFrom(repository, { version: '0.10.0' })
    expect(lines.join()).toContain('older version')
  })
})
