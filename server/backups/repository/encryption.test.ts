import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { backUpToFile, backUpToRepository } from '../back-up.ts'
import { filesIn, it, lowWorkFactor, passphrase } from '../testing/backup-fixtures.ts'

describe('a backup with a passphrase', () => {
  const words = 'correct horse battery'

  it('is decrypted only with that passphrase, in a repository and in a file', async ({
    data,
    repository,
    restored,
    target,
    restoreFrom,
  }) => {
    await backUpToRepository(data.source, target(words))
    const file = join(data.folder, 'all.tar.age')
    await backUpToFile(data.source, file, passphrase(words), lowWorkFactor)
    for (const path of [...filesIn(repository), file]) {
      const bytes = readFileSync(path, 'latin1')
      expect(bytes.startsWith('age-encryption.org/v1') || path.endsWith('place.json'), path).toBe(
        true,
      )
    }
    const wrong = [passphrase('wrong'), passphrase()]
    for (const each of wrong) {
      await expect(restoreFrom(repository, { passphrase: each })).rejects.toThrow(
        /^[^\n]*(the passphrase is wrong|Set BACKUP_PASSPHRASE and try again)$/,
      )
      expect(existsSync(restored)).toBe(false)
    }
    for (const address of [repository, file]) {
      await restoreFrom(address, { passphrase: passphrase(words) })
      expect(readFileSync(join(restored, 'lake-token'), 'utf8')).toBe('a-secret')
      rmSync(restored, { recursive: true })
    }
  }, 60_000)

  it('uses the default work factor of age', async ({ data, repository, target, restoreFrom }) => {
    await backUpToRepository(data.source, { ...target(words), workFactor: undefined })
    const key = readFileSync(join(repository, 'key.age'), 'latin1')
    expect(key).toMatch(/^age-encryption.org\/v1\n-> scrypt \S+ 18\n/)
    await restoreFrom(repository, { passphrase: passphrase(words) })
  }, 60_000)

  it('is not added to a repository without encryption', async ({ data, target }) => {
    await backUpToRepository(data.source, target())
    await expect(backUpToRepository(data.source, target(words))).rejects.toThrow(
      /without encryption/,
    )
  })
})
