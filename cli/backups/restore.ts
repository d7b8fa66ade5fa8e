import { becomeOwnerOf } from 'halvi-runtime/processes/become-owner'
import { restore } from '../../server/backups/restoring/restore.ts'
import { defineCommand } from '../command.ts'
import { version } from '../version.ts'
import { placeOf, withCommandError } from './backup.ts'

/** Puts a backup into an empty DATA_DIR. */
export default defineCommand({
  usage: 'restore FILE|PLACE',
  description: `Restores a backup into DATA_DIR, which has to be empty or missing.
Checks all of it, the site's front page too, before anything gets its place; erases again who was
erased since. Leads of PostgreSQL go into DATABASE_URL, which has to be empty.
  --at TIME      the last backup whose time begins so; the last of all without it
  --erased FILE  a list erased-leads of a later folder, besides those that the place has
  --site ID      expects a backup of that site; that of the place's owner unless it is named
  --unencrypted  accepts a backup that is not encrypted although BACKUP_PASSPHRASE is set`,
  examples: [
    ['halvi restore /mnt/usb/today.tar', 'what is in the file'],
    ['halvi restore s3://bucket/halvi', 'the last backup in the place'],
    ['halvi restore /mnt/backups --at 2026-11-20', 'the last one of that day'],
    ['halvi restore /mnt/backups --erased data.old/erased-leads', 'forgets all that were erased'],
  ],
  options: {
    at: { type: 'string' },
    erased: { type: 'string' },
    site: { type: 'string' },
    unencrypted: { type: 'boolean', default: false },
  },
  arguments: [1, 1],
  async run(context, { at, erased, site, unencrypted }, [address = '']) {
    const { settings, stdout } = context
    becomeOwnerOf(settings.DATA_DIR)
    const say = (text: string) => void stdout.write(`${text}\n`)
    await withCommandError(() =>
      restore({
        ...placeOf(context, address),
        dataDir: settings.DATA_DIR,
        databaseUrl: settings.DATABASE_URL,
        at,
        erased,
        site,
        unencrypted,
        version,
        say,
      }),
    )
    say(`${settings.DATA_DIR} is restored: halvi start`)
    return undefined
  },
})
