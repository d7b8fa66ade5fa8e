import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from '../../data-folder/lock-folder.ts'
import { siteId } from '../../data-folder/site-id.ts'
import { withOperatorError } from '../../operator-error.ts'
import { checkData } from '../../snapshots/check-data.ts'
import { checkSite } from '../../snapshots/check-site.ts'
import { isOlder } from '../../snapshots/manifest.ts'
import { type Origin, openBackup } from './open-backup.ts'
import { assertRoom, removeContents, removeFolder, sizeOf, unpack } from './unpack.ts'

interface Drill extends Origin {
  /** The data folder, in which the backup is restored for the time of the drill. */
  dataDir: string
  /** The version of this program. */
  version: string
  /** Starts the site on the restored backup; `checkSite` unless a test leaves it out. */
  look?: ((dataDir: string) => Promise<void>) | undefined
}

/**
 * Restores a backup beside the running site, checks it as a restore does, and removes it again. Resolves to the
 * backup's time.
 *
 * @throws OperatorError when the backup could not be restored
 */
export function drill({ look = checkSite, ...options }: Drill): Promise<string> {
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
        // A name of its own: the site of a killed drill may only now open its folder.
        const data = await mkdtemp(join(scratch, 'data-'))
        await unpack(reader, manifest, data)
        await checkData(data, manifest)
        await look(data)
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
