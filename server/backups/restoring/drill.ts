import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDirectory } from 'halvi-runtime/files/directory-lock'
import { asBackupError, BackupError } from '../backup-error.ts'
import { siteId } from '../site-id.ts'
import { assertNotNewer } from './assert-not-newer.ts'
import { checkData } from './check-data.ts'
import { checkSite } from './check-site.ts'
import { type Origin, openBackup } from './open-backup.ts'
import { emptyBut, removeFolder } from './remove-folder.ts'
import { assertRoom, sizeOf, unpack } from './unpack.ts'

/** What is tried out. */
export interface Drilling extends Origin {
  /** In which it is done, in a folder that is gone afterwards. */
  dataDir: string
  at?: string | undefined
  /** This program's version. */
  version: string
  /** Starts the site on what was restored; `checkSite` unless a test leaves it out. */
  look?: ((dataDir: string) => Promise<void>) | undefined
}

/**
 * Restores a backup beside the running site, checks it as a restore does, and removes it again. Resolves to
 * the backup's time.
 *
 * @throws BackupError when the backup could not be restored
 */
export async function drill(drilling: Drilling): Promise<string> {
  const { dataDir, at, version, look = checkSite } = drilling
  const scratch = join(dataDir, '.drill')
  try {
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    const lock = lockDirectory(scratch, new BackupError('Another drill is under way'))
    try {
      // What one that was killed has left.
      await emptyBut(scratch, 'lock.db')
      const site = drilling.site ?? siteId(dataDir)
      const { manifest, reader, close } = await openBackup({ ...drilling, site }, at, scratch)
      try {
        assertNotNewer(manifest, version)
        await assertRoom(dataDir, sizeOf(manifest))
        // Under a name of its own: the site of that one may only now come to open its own.
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
  } catch (error) {
    throw asBackupError(error, dataDir)
  }
}
