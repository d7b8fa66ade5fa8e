import { becomeOwnerOf } from 'halvi-runtime/processes/become-owner'
import { restore } from '../../server/backups/restoring/restore.ts'
import { accessTo } from '../../server/backups/run-backups.ts'
import { version } from '../../server/version.ts'
import { defineCommand } from '../command.ts'
import { passphraseOf } from './passphrase.ts'

/** Restores a backup into an empty DATA_DIR. */
export default defineCommand({
  usage: 'restore FILE|REPOSITORY',
  description: `Restores a backup into DATA_DIR, which must be empty or missing.
First checks all of the backup, including the site's front page. Erases again the leads that were
erased after the backup. Restores leads of PostgreSQL to DATABASE_URL, which must be empty.
  --at TIME      restores the last backup whose time starts with TIME; by default the newest
  --erased FILE  also erases the leads on this list: the file erased-leads of a newer data folder
  --site ID      requires a backup of this site; by default of the site that owns the repository
  --unencrypted  accepts an unencrypted backup even if BACKUP_PASSPHRASE is set`,
  examples: [
    ['halvi restore /mnt/usb/today.tar', 'restores the backup in a file'],
    ['halvi restore s3://bucket/halvi', 'restores the last backup in a repository'],
    ['halvi restore /mnt/backups --at 2026-11-20', 'restores the last backup of that day'],
    [
      'halvi restore /mnt/backups --erased data.old/erased-leads',
      'also erases the leads on a list',
    ],
  ],
  options: {
    at: { type: 'string' },
    erased: { type: 'string' },
    site: { type: 'string' },
    unencrypted: { type: 'boolean', default: false },
  },
  arguments: [1, 1],
  async run(context, options, [address = '']) {
    const { settings, stdout } = context
    const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = settings
    becomeOwnerOf(dataDir)
    const say = (text: string) => void stdout.write(`${text}\n`)
    const access = accessTo(settings, address, passphraseOf(context))
    await restore({ ...access, ...options, dataDir, databaseUrl, version, say })
    say(`Restored the backup to ${dataDir}. To start the site: halvi start`)
  },
})
