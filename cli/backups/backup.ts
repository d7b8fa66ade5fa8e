import { becomeOwnerOf } from 'halvi-runtime/processes/become-owner'
import { BackupError } from '../../server/backups/backup-error.ts'
import { changeBackupRecord } from '../../server/backups/record.ts'
import {
  backUpToFile,
  backUpToPlace,
  listBackups,
  type Made,
} from '../../server/backups/taking/back-up.ts'
import { CommandError, type Context, defineCommand, UsageError } from '../command.ts'
import { version } from '../version.ts'
import { workBesideSite } from './background.ts'
import { passphraseOf } from './passphrase.ts'

/** Backs up everything, or lists what there is. */
export default defineCommand({
  usage: 'backup [FILE]',
  description: `Backs up all there is, while the site runs: content, pictures, leads, people, secrets.
Into one new FILE, or into a place, a folder or S3, that keeps many and is sent what is new.
  --to PLACE   a folder or s3://bucket/prefix; BACKUP_TO unless it is named
  --encrypt    asks for a passphrase; BACKUP_PASSPHRASE encrypts without asking
  --list       the backups that are in the place
  --unencrypted  with --list: accepts a place that is not encrypted although BACKUP_PASSPHRASE is set`,
  examples: [
    ['halvi backup /mnt/usb/today.tar', 'everything, in one file'],
    ['halvi backup --to /mnt/backups', 'another one, beside those that are there'],
    ['halvi backup', 'to BACKUP_TO, as the running site does by itself'],
    ['halvi backup --list', 'what there is, with when and how much'],
  ],
  options: {
    to: { type: 'string' },
    encrypt: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    unencrypted: { type: 'boolean', default: false },
  },
  arguments: [0, 1],
  async run(context, { to, encrypt, list, unencrypted }, [file]) {
    const { settings, stdout } = context
    if (unencrypted && !list) throw new UsageError('--unencrypted goes with --list')
    if (file && (to || list)) throw new UsageError('FILE goes without --to and --list')
    const address = to ?? settings.BACKUP_TO
    if (!file && !address) throw new UsageError('Where to? Name FILE or --to, or set BACKUP_TO')
    // The site has to write to its own place, too; another one may be root's alone.
    if (!file && isTheSitesPlace(context, address ?? '')) becomeOwnerOf(settings.DATA_DIR)
    workBesideSite()
    if (list) await show(context, address ?? '', unencrypted)
    else if (file) {
      const passphrase =
        encrypt || settings.BACKUP_PASSPHRASE ? passphraseOf(context, true) : undefined
      const made = await withCommandError(() => backUpToFile(sourceOf(context), file, passphrase))
      stdout.write(`${summary(made)} are in ${file}\n`)
    } else await toPlace(context, address ?? '', encrypt)
    return undefined
  },
})

async function toPlace(context: Context, address: string, encrypt: boolean): Promise<void> {
  const { settings, stdout } = context
  const isTheSites = isTheSitesPlace(context, address)
  try {
    const made = await withCommandError(() =>
      backUpToPlace(sourceOf(context), {
        ...placeOf(context, address, true),
        encrypt: encrypt || settings.BACKUP_PASSPHRASE !== undefined,
        // Somewhere else nobody has said what may be deleted.
        keep: isTheSites ? settings.BACKUP_KEEP : undefined,
      }),
    )
    if (isTheSites) {
      const { manifest, bytes, seconds } = made
      changeBackupRecord(settings.DATA_DIR, {
        lastBackup: { at: manifest.at, place: address, bytes, seconds },
        lastFailure: undefined,
      })
    }
    const pruned = made.pruned > 0 ? `; ${made.pruned} older ones deleted` : ''
    stdout.write(`${summary(made)} are in ${address}${pruned}\n`)
  } catch (error) {
    if (isTheSites) note(settings.DATA_DIR, 'lastFailure', error)
    throw error
  }
}

/** Whether a place is the one of the site's own backups: of those alone it is written down what comes of them. */
export const isTheSitesPlace = ({ settings }: Context, address: string): boolean =>
  address === settings.BACKUP_TO

/** Writes down why it failed. */
export function note(
  dataDir: string,
  name: 'lastFailure' | 'lastDrillFailure',
  error: unknown,
): void {
  const failure = { at: new Date().toISOString(), reason: (error as Error).message }
  try {
    changeBackupRecord(dataDir, { [name]: failure })
  } catch {
    // The disk is full, or gone: what has failed is told all the same.
  }
}

async function show(context: Context, address: string, unencrypted: boolean): Promise<void> {
  const place = { ...placeOf(context, address), unencrypted }
  const found = await withCommandError(() => listBackups(place))
  for (const { at, manifest } of found) {
    context.stdout.write(`${at}  ${manifest ? contentsOf(manifest) : 'damaged'}\n`)
  }
  if (found.length === 0) context.stdout.write(`There are no backups in ${address}\n`)
}

function sourceOf({ settings, stderr }: Context) {
  return {
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    version,
    warn: (text: string) => void stderr.write(`halvi: ${text}\n`),
  }
}

/** A place, as the settings open it. */
export function placeOf(context: Context, address: string, isNew = false) {
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = context.settings
  return {
    address,
    s3: {
      endpoint: S3_ENDPOINT,
      region: S3_REGION,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    },
    passphrase: passphraseOf(context, isNew),
  }
}

/** What an operator can mend is one line. @throws CommandError instead of BackupError */
export async function withCommandError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BackupError ? new CommandError(error.message) : error
  }
}

/** What a backup holds, in words. */
export function contentsOf({ counts }: Made['manifest']): string {
  const { documents, drafts, pictures, leads, people } = counts
  return `${documents} documents, ${drafts} drafts, ${pictures} pictures, ${leads ?? 'no'} leads, ${people} people`
}

function summary({ manifest, bytes, seconds }: Made): string {
  return `${contentsOf(manifest)}, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s,`
}
