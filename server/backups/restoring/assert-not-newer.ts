import { compareVersions } from '../../data-folder/versions.ts'
import { BackupError } from '../backup-error.ts'
import type { Manifest } from '../place/manifest.ts'

/**
 * Whether a backup is of an older version than this, which the next start brings up to date.
 *
 * @throws BackupError when a newer one has made it
 */
export function assertNotNewer(
  { version: its }: Pick<Manifest, 'version'>,
  version: string,
): boolean {
  const order = compareVersions(its, version)
  if (order <= 0) return order < 0
  throw new BackupError(
    `The backup was made by a newer version, ${its}, and this is ${version}: use that one`,
  )
}
