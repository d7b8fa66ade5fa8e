import { OperatorError } from '../operator-error.ts'
import type { Settings } from '../settings/settings.ts'
import type { Manifest } from '../snapshots/manifest.ts'
import { version } from '../version.ts'
import { backUpToRepository, type FinishedBackup } from './back-up.ts'
import { type BackupRecord, changeBackupRecord, readBackupRecord, recordFailure } from './record.ts'
import type { Passphrase, RepositoryAccess } from './repository/open-repository.ts'
import { drill } from './restoring/drill.ts'
import type { BackupSelection } from './restoring/open-backup.ts'
import type { BackupSource } from './write-backup.ts'

/** Returns how to open a repository or file with the S3 settings of the site. */
export function accessTo(
  settings: Settings,
  address: string,
  passphrase: Passphrase,
): RepositoryAccess {
  const s3 = {
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
  }
  return { address, s3, passphrase }
}

/** Returns the site's data as the source of a backup. */
export function sourceOf(settings: Settings, warn: BackupSource['warn']): BackupSource {
  return { dataDir: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL, version, warn }
}

/**
 * Backs up to a repository and resolves to a summary. Records the outcome if the repository is the one in BACKUP_TO.
 *
 * @throws OperatorError when the backup fails
 */
export function runBackup(
  settings: Settings,
  access: RepositoryAccess,
  encrypt: boolean,
  warn: BackupSource['warn'],
): Promise<string> {
  const { address } = access
  // The retention rules in the settings apply to BACKUP_TO only. Nothing is deleted from another repository.
  const keep = address === settings.BACKUP_TO ? settings.BACKUP_KEEP : undefined
  return recorded(settings, address, 'lastFailure', async () => {
    const target = { ...access, encrypt: encrypt || Boolean(settings.BACKUP_PASSPHRASE), keep }
    const finished = await backUpToRepository(sourceOf(settings, warn), target)
    const { manifest, bytes, seconds, pruned } = finished
    const deleted = pruned > 0 ? `; ${pruned} older backups deleted` : ''
    return {
      summary: `${summaryOf(finished)} saved to ${address}${deleted}`,
      change: { lastBackup: { at: manifest.at, place: address, bytes, seconds } },
    }
  })
}

/**
 * Runs a restore drill and resolves to a summary. Records the outcome if the repository is the one in BACKUP_TO.
 *
 * @throws OperatorError when the backup can't be restored
 */
export function runDrill(
  settings: Settings,
  origin: BackupSelection,
  checkStart?: (dataDir: string) => Promise<void>,
): Promise<string> {
  const { DATA_DIR: dataDir, BACKUP_TO } = settings
  const { address, at } = origin
  const { lastBackup } = readBackupRecord(dataDir)
  const started = performance.now()
  return recorded(settings, address, 'lastDrillFailure', async () => {
    const backupOf = await drill({ ...origin, dataDir, version, checkStart })
    const isNewest = address === BACKUP_TO && !at && lastBackup?.place === address
    if (isNewest && backupOf < lastBackup.at) {
      throw new OperatorError(
        `The newest backup in ${address} is from ${backupOf}, but this site made one at ${lastBackup.at}. Newer backups are missing from the repository`,
      )
    }
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    return {
      summary: `The backup from ${backupOf} can be restored: all files are intact and the site starts (${seconds} s)`,
      change: { lastDrill: { at: new Date().toISOString(), backupOf } },
    }
  })
}

/** Runs `work` and records its outcome. `work` returns the fields of the record to change. */
async function recorded(
  { DATA_DIR, BACKUP_TO }: Settings,
  address: string,
  failure: 'lastFailure' | 'lastDrillFailure',
  work: () => Promise<{ summary: string; change: Partial<BackupRecord> }>,
): Promise<string> {
  const isOwnRepository = address === BACKUP_TO
  try {
    const { summary, change } = await work()
    if (isOwnRepository) changeBackupRecord(DATA_DIR, { ...change, [failure]: undefined })
    return summary
  } catch (error) {
    if (isOwnRepository) recordFailure(DATA_DIR, failure, (error as Error).message)
    throw error
  }
}

/** Returns a text with the number of items in a backup. */
export function contentsOf({ counts }: Pick<Manifest, 'counts'>): string {
  const { documents, drafts, pictures, leads, people } = counts
  return `${documents} documents, ${drafts} drafts, ${pictures} images, ${leads ?? 'no'} leads, ${people} people`
}

/** Returns a text with the contents, size, and duration of a backup. */
export function summaryOf({ manifest, bytes, seconds }: FinishedBackup): string {
  return `${contentsOf(manifest)}, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s,`
}
