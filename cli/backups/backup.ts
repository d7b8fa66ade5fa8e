import { setPriority } from 'node:os'
import { becomeOwnerOf } from 'halvi-runtime/processes/become-owner'
import { backUpToFile, listBackups } from '../../server/backups/back-up.ts'
import {
  accessTo,
  contentsOf,
  runBackup,
  sourceOf,
  summaryOf,
} from '../../server/backups/run-backups.ts'
import { defineCommand, UsageError } from '../command.ts'
import { passphraseOf } from './passphrase.ts'

/** Backs up everything, or lists the backups in a repository. */
export default defineCommand({
  usage: 'backup [FILE]',
  description: `Backs up everything while the site runs: content, pictures, leads, people, secrets.
Into one new FILE, or into a repository, a folder or S3, which keeps many and is sent only what is new.
  --to REPOSITORY  a folder or s3://bucket/prefix; BACKUP_TO by default
  --encrypt        asks for a passphrase; BACKUP_PASSPHRASE encrypts without asking
  --list           lists the backups in the repository
  --unencrypted    with --list: accepts an unencrypted repository although BACKUP_PASSPHRASE is set`,
  examples: [
    ['halvi backup /mnt/usb/today.tar', 'everything, in one file'],
    ['halvi backup --to /mnt/backups', 'adds a backup to those in a folder'],
    ['halvi backup', 'to BACKUP_TO, as the running site does by itself'],
    ['halvi backup --list', 'lists the backups, with time and contents'],
  ],
  options: {
    to: { type: 'string' },
    encrypt: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    unencrypted: { type: 'boolean', default: false },
  },
  arguments: [0, 1],
  async run(context, { to, encrypt = false, list, unencrypted }, [file]) {
    const { settings, stdout, stderr } = context
    const { DATA_DIR, BACKUP_TO, BACKUP_PASSPHRASE } = settings
    if (unencrypted && !list) throw new UsageError('--unencrypted goes with --list')
    if (file && (to || list)) throw new UsageError('FILE goes without --to and --list')
    const address = file ?? to ?? BACKUP_TO
    if (!address) throw new UsageError('Name FILE or --to, or set BACKUP_TO')
    // The site has to write to its own repository, too; another one may be root's alone.
    if (!file && address === BACKUP_TO) becomeOwnerOf(DATA_DIR)
    yieldToSite()
    const warn = (text: string) => void stderr.write(`halvi: ${text}\n`)
    const access = accessTo(settings, address, passphraseOf(context, !list))
    if (list) {
      const found = await listBackups({ ...access, unencrypted })
      for (const { at, manifest } of found) {
        stdout.write(`${at}  ${manifest ? contentsOf(manifest) : 'damaged'}\n`)
      }
      if (found.length === 0) stdout.write(`There are no backups in ${address}\n`)
    } else if (file) {
      const passphrase = encrypt || BACKUP_PASSPHRASE ? access.passphrase : undefined
      const made = await backUpToFile(sourceOf(settings, warn), file, passphrase)
      stdout.write(`${summaryOf(made)} saved to ${file}\n`)
    } else stdout.write(`${await runBackup(settings, access, encrypt, warn)}\n`)
    return undefined
  },
})

/** Lets a running site go first. */
export function yieldToSite(): void {
  try {
    setPriority(10)
  } catch {
    // The system has no priorities.
  }
}
