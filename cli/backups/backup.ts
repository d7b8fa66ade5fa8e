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
  description: `Backs up everything while the site runs: content, images, leads, staff, and secrets.
Writes one new FILE, or adds a backup to a repository: a folder or an S3 bucket, which holds many
backups and stores unchanged data only once.
  --to REPOSITORY  a folder or s3://bucket/prefix; BACKUP_TO by default
  --encrypt        asks for a passphrase; BACKUP_PASSPHRASE encrypts without asking
  --list           lists the backups in the repository
  --unencrypted    with --list: accepts an unencrypted repository even if BACKUP_PASSPHRASE is set`,
  examples: [
    ['halvi backup /mnt/usb/today.tar', 'writes everything to one file'],
    ['halvi backup --to /mnt/backups', 'adds a backup to the repository in a folder'],
    ['halvi backup', 'adds a backup to BACKUP_TO, as the running site does automatically'],
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
    if (unencrypted && !list) throw new UsageError('--unencrypted needs --list')
    if (file && (to || list)) throw new UsageError("FILE can't be combined with --to or --list")
    const address = file ?? to ?? BACKUP_TO
    if (!address) throw new UsageError('There is no target: give a FILE or --to, or set BACKUP_TO')
    // The site writes to the repository in BACKUP_TO as well. Any other target may belong to root only.
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
      const result = await backUpToFile(sourceOf(settings, warn), file, passphrase)
      stdout.write(`${summaryOf(result)} saved to ${file}\n`)
    } else stdout.write(`${await runBackup(settings, access, encrypt, warn)}\n`)
  },
})

/** Lowers the CPU priority of this process, so that it does not slow down a running site. */
export function yieldToSite(): void {
  try {
    setPriority(10)
  } catch {
    // The system does not support priorities.
  }
}
