import { cpSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { siteId } from '../data-folder/site-id.ts'
import { encodeManifest } from '../snapshots/manifest.ts'
import { backUpToFile, backUpToRepository, listBackups } from './back-up.ts'
import { openEncryption } from './repository/open-repository.ts'
import { drill } from './restoring/drill.ts'
import { folderStore } from './stores/folder-store.ts'
import { it, lowWorkFactor, passphrase } from './testing/backup-fixtures.ts'
import { makeDataFolder } from './testing/data-folder.ts'

const words = 'correct horse battery'
const withPassphrase = { passphrase: passphrase(words) }
const checkStart = async () => {}

describe('a restore with a passphrase set', () => {
  it('rejects an unencrypted backup unless the caller allows it', async ({
    data,
    repository,
    target,
    restoreFrom,
  }) => {
    const file = join(data.folder, 'plain.tar')
    await backUpToRepository(data.source, target())
    await backUpToFile(data.source, file)
    const drilling = {
      ...target(),
      ...withPassphrase,
      dataDir: data.dataDir,
      version: '0.2.0',
      checkStart,
    }
    for (const address of [repository, file]) {
      await expect(restoreFrom(address, withPassphrase)).rejects.toThrow('--unencrypted')
      await expect(drill({ ...drilling, address })).rejects.toThrow('--unencrypted')
      await drill({ ...drilling, address, unencrypted: true })
    }
    await expect(listBackups({ ...target(), ...withPassphrase })).rejects.toThrow('--unencrypted')
    expect(await listBackups({ ...target(), ...withPassphrase, unencrypted: true })).toHaveLength(1)
    await restoreFrom(repository, { ...withPassphrase, unencrypted: true })
  })

  it('rejects a repository whose key was replaced by another site’s backup', async ({
    data,
    repository,
    target,
    restoreFrom,
  }) => {
    await backUpToRepository(data.source, target(words))
    const foreign = await foreignRepository(data.folder)
    for (const withKey of [true, false]) {
      if (!withKey) rmSync(join(repository, 'key.age'))
      cpSync(join(foreign, 'chunks'), join(repository, 'chunks'), { recursive: true })
      const [name = ''] = readdirSync(join(foreign, 'backups'))
      const planted = join(repository, 'backups', name.replace('000001', '000009'))
      cpSync(join(foreign, 'backups', name), planted)
      await expect(restoreFrom(repository, withPassphrase)).rejects.toThrow('not encrypted')
      const drilling = { ...target(words), dataDir: data.dataDir, version: '0.2.0', checkStart }
      await expect(drill(drilling)).rejects.toThrow('not encrypted')
      if (withKey) {
        rmSync(planted)
        await restoreFrom(repository, { ...withPassphrase, dataDir: join(data.folder, 'whole') })
      }
    }
    // With the flag, the encrypted backup can't be decrypted. The other site's backup must not be used instead.
    const plain = { ...withPassphrase, unencrypted: true }
    await expect(restoreFrom(repository, plain)).rejects.toThrow(/another (site|backup)/)
  })

  it('restores a backup of an earlier version whose manifest has no number', async ({
    data,
    repository,
    target,
    restoreFrom,
  }) => {
    const { manifest } = await backUpToRepository(data.source, target(words))
    const store = folderStore(repository)
    const encryption = await openEncryption(store, passphrase(words))
    const [name = ''] = await store.list('backups/')
    await store.write(
      name,
      await encryption.encrypt(encodeManifest({ ...manifest, number: undefined })),
    )
    const [{ manifest: found } = {}] = await listBackups({ ...target(), ...withPassphrase })
    expect(found).toMatchObject({ site: manifest.site })
    expect(found?.number).toBeUndefined()
    await restoreFrom(repository, withPassphrase)
  })

  it('rejects a renamed manifest, whether its name is older or newer', async ({
    data,
    repository,
    target,
    restoreFrom,
  }) => {
    await backUpToRepository(data.source, target(words))
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await backUpToRepository(data.source, target(words))
    const folder = join(repository, 'backups')
    const [old = '', recent = ''] = readdirSync(folder).sort()
    const replayed = [
      old.replace('000001', '000009'),
      recent.replace('000002', '000009'),
      old.replace('000001', '000009').replace(/-\d{4}-/, '-2099-'),
    ]
    for (const name of replayed) {
      cpSync(join(folder, old), join(folder, name))
      await expect(restoreFrom(repository, withPassphrase)).rejects.toThrow('to another backup')
      rmSync(join(folder, name))
    }
    renameSync(join(folder, old), join(folder, 'x'))
    renameSync(join(folder, recent), join(folder, old))
    renameSync(join(folder, 'x'), join(folder, recent))
    await expect(restoreFrom(repository, withPassphrase)).rejects.toThrow('to another backup')
  })
})

it('rejects a backup of a site that does not own the repository, unless --site allows it', async ({
  data,
  repository,
  target,
  restoreFrom,
}) => {
  await backUpToRepository(data.source, target())
  const foreign = await foreignRepository(data.folder)
  rmSync(join(repository, 'backups'), { recursive: true })
  for (const part of ['backups', 'chunks']) {
    cpSync(join(foreign, part), join(repository, part), { recursive: true })
  }
  await expect(restoreFrom(repository)).rejects.toThrow('another site')
  await expect(restoreFrom(foreign, { site: siteId(data.dataDir) })).rejects.toThrow('another site')
  const site = siteId(join(data.folder, 'foreign-data'))
  await restoreFrom(repository, { site })
})

/** Returns the path of an unencrypted repository with one backup of another site. */
async function foreignRepository(folder: string): Promise<string> {
  const other = await makeDataFolder(4)
  const address = join(folder, 'foreign')
  const { source } = other
  await backUpToRepository(source, {
    ...{ address, s3: {}, passphrase: passphrase(), encrypt: false, workFactor: lowWorkFactor },
  })
  cpSync(other.dataDir, join(folder, 'foreign-data'), { recursive: true })
  other.remove()
  return address
}
