import { cpSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { siteId } from '../data-folder/site-id.ts'
import { encodeManifest } from '../snapshots/manifest.ts'
import { backUpToFile, backUpToRepository, listBackups } from './back-up.ts'
import { openSealing } from './repository/open-repository.ts'
import { drill } from './restoring/drill.ts'
import { folderStore } from './stores/folder-store.ts'
import { cheap, it, passphrase } from './testing/backup-fixtures.ts'
import { makeDataFolder } from './testing/data-folder.ts'

const words = 'correct horse battery'
const sealed = { passphrase: passphrase(words) }
const look = async () => {}

describe('with a passphrase set', () => {
  it('a backup without encryption is refused unless that is asked for', async ({
    data,
    place,
    target,
    restoreFrom,
  }) => {
    const file = join(data.folder, 'plain.tar')
    await backUpToRepository(data.source, target())
    await backUpToFile(data.source, file)
    const drilling = { ...target(), ...sealed, dataDir: data.dataDir, version: '0.2.0', look }
    for (const address of [place, file]) {
      await expect(restoreFrom(address, sealed)).rejects.toThrow('--unencrypted')
      await expect(drill({ ...drilling, address })).rejects.toThrow('--unencrypted')
      await drill({ ...drilling, address, unencrypted: true })
    }
    await expect(listBackups({ ...target(), ...sealed })).rejects.toThrow('--unencrypted')
    expect(await listBackups({ ...target(), ...sealed, unencrypted: true })).toHaveLength(1)
    await restoreFrom(place, { ...sealed, unencrypted: true })
  })

  it('a place whose key was deleted, and that got a backup of another site, is refused', async ({
    data,
    place,
    target,
    restoreFrom,
  }) => {
    await backUpToRepository(data.source, target(words))
    const foreign = await foreignPlace(data.folder)
    for (const withKey of [true, false]) {
      if (!withKey) rmSync(join(place, 'key.age'))
      cpSync(join(foreign, 'chunks'), join(place, 'chunks'), { recursive: true })
      const [name = ''] = readdirSync(join(foreign, 'backups'))
      const planted = join(place, 'backups', name.replace('000001', '000009'))
      cpSync(join(foreign, 'backups', name), planted)
      await expect(restoreFrom(place, sealed)).rejects.toThrow('not encrypted')
      const drilling = { ...target(words), dataDir: data.dataDir, version: '0.2.0', look }
      await expect(drill(drilling)).rejects.toThrow('not encrypted')
      if (withKey) {
        rmSync(planted)
        await restoreFrom(place, { ...sealed, dataDir: join(data.folder, 'whole') })
      }
    }
    // With the flag, the encrypted backup has no key, and the other site's is not asked for.
    const plain = { ...sealed, unencrypted: true }
    await expect(restoreFrom(place, plain)).rejects.toThrow(/another (site|backup)/)
  })

  it('a backup of an earlier version, whose manifest has no number, comes back', async ({
    data,
    place,
    target,
    restoreFrom,
  }) => {
    const { manifest } = await backUpToRepository(data.source, target(words))
    const store = folderStore(place)
    const sealing = await openSealing(store, passphrase(words))
    const [name = ''] = await store.list('backups/')
    await store.write(name, await sealing.seal(encodeManifest({ ...manifest, number: undefined })))
    const [{ manifest: found } = {}] = await listBackups({ ...target(), ...sealed })
    expect(found).toMatchObject({ site: manifest.site })
    expect(found?.number).toBeUndefined()
    await restoreFrom(place, sealed)
  })

  it('a manifest under another’s name is refused, whether it is older or newer', async ({
    data,
    place,
    target,
    restoreFrom,
  }) => {
    await backUpToRepository(data.source, target(words))
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await backUpToRepository(data.source, target(words))
    const folder = join(place, 'backups')
    const [old = '', recent = ''] = readdirSync(folder).sort()
    const replayed = [
      old.replace('000001', '000009'),
      recent.replace('000002', '000009'),
      old.replace('000001', '000009').replace(/-\d{4}-/, '-2099-'),
    ]
    for (const name of replayed) {
      cpSync(join(folder, old), join(folder, name))
      await expect(restoreFrom(place, sealed)).rejects.toThrow('of another backup')
      rmSync(join(folder, name))
    }
    renameSync(join(folder, old), join(folder, 'x'))
    renameSync(join(folder, recent), join(folder, old))
    renameSync(join(folder, 'x'), join(folder, recent))
    await expect(restoreFrom(place, sealed)).rejects.toThrow('of another backup')
  })
})

it('a backup of another site than its place’s is refused unless that site is named', async ({
  data,
  place,
  target,
  restoreFrom,
}) => {
  await backUpToRepository(data.source, target())
  const foreign = await foreignPlace(data.folder)
  rmSync(join(place, 'backups'), { recursive: true })
  for (const part of ['backups', 'chunks']) {
    cpSync(join(foreign, part), join(place, part), { recursive: true })
  }
  await expect(restoreFrom(place)).rejects.toThrow('another site')
  await expect(restoreFrom(foreign, { site: siteId(data.dataDir) })).rejects.toThrow('another site')
  const site = siteId(join(data.folder, 'foreign-data'))
  await restoreFrom(place, { site })
})

/** An unencrypted place with one backup of another site. */
async function foreignPlace(folder: string): Promise<string> {
  const other = await makeDataFolder(4)
  const address = join(folder, 'foreign')
  const { source } = other
  await backUpToRepository(source, {
    ...{ address, s3: {}, passphrase: passphrase(), encrypt: false, workFactor: cheap },
  })
  cpSync(other.dataDir, join(folder, 'foreign-data'), { recursive: true })
  other.remove()
  return address
}
