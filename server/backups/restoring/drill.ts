import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from '../../data-folder/lock-folder.ts'
import { siteId } from '../../data-folder/site-id.ts'
import { withOperatorError } from '../../operator-error.ts'
import { checkData } from '../../snapshots/check-data.ts'
import { checkSite } from '../../snapshots/check-site.ts'
import { isOlder } from '../../snapshots/manifest.ts'
import { type BackupSelection, openBackup } from './open-backup.ts'
import { assertRoom, removeContents, removeFolder, sizeOf, unpack } from './unpack.ts'

interface Drill extends BackupSelection {
  /** The data folder of the running site. The backup is restored to a temporary folder in it. */
  dataDir: string
  /** The version of the running program. */
  version: string
  /** Starts the site on the restored data to check it. Default: `checkSite`. */
  checkStart?: ((dataDir: string) => Promise<void>) | undefined
}

/**
 * Runs a restore drill: restores a backup to a temporary folder while the site keeps running, checks it as a restore
 * would, and deletes it. Resolves to the backup's time.
 *
 * @throws OperatorError when the backup can't be restored
 */
export function drill({ checkStart = checkSite, ...options }: Drill): Promise<string> {
  const { dataDir, version, site = siteId(dataDir) } = options
  const scratch = join(dataDir, '.drill')
  return withOperatorError(dataDir, async () => {
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    const lock = lockFolder(scratch, 'Another drill is running')
    try {
      // A drill that was killed leaves files behind.
      await removeContents(scratch)
      const { manifest, reader, close } = await openBackup({ ...options, site }, scratch)
      try {
        isOlder(manifest, version)
        await assertRoom(dataDir, sizeOf(manifest.files))
        // A unique name, because the site process of a killed drill may still be about to open its folder.
        const data = await mkdtemp(join(scratch, 'data-'))
        await unpack(reader, manifest, data)
        await checkData(data, manifest)
        await checkStart(data)
        return manifest.at
      } finally {
        await close()
      }
    } finally {
      lock.release()
      await removeFolder(scratch)
    }
  })
}
