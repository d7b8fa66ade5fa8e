import { becomeOwnerOf } from 'halvi-runtime/processes/become-owner'
import { restore } from '../../server/backups/restoring/restore.ts'
import { accessTo } from '../../server/backups/run-backups.ts'
import { version } from '../../server/version.ts'
import { defineCommand } from '../command.ts'
import { passphraseOf } from './passphrase.ts'

/** Puts a backup into an empty DATA_DIR. */
export default defineCommand({
  usage: 'restore FILE|REPOSITORY',
  description: `Restores a backup into DATA_DIR, which has to be empty or missing.
Checks all of it, the site's front page too, before it puts anything in place, and erases again the
leads that were erased since. Leads of PostgreSQL go into DATABASE_URL, which has to be empty.
  --at TIME      the last backup whose time begins with TIME; the last of all by default
  --erased FILE  a list erased-leads of a later folder, besides those in the repository
  --site ID      expects a backup of that site; by default of the repository's owner
  --unencrypted  accepts an unencrypted backup although BACKUP_PASSPHRASE is set`,
  examples: [
    ['halvi restore /mnt/usb/today.tar', 'the backup in a file'],
    ['halvi restore s3://bucket/halvi', 'the last backup in a repository'],
    ['halvi restore /mnt/backups --at 2026-11-20', 'the last one of that day'],
    ['halvi restore /mnt/backups --erased data.old/erased-leads', 'erases those on a list, too'],
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
    say(`${dataDir} is restored: halvi start`)
    return undefined
  },
})
