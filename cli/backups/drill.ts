import { becomeOwnerOf } from 'halvi-runtime/processes/become-owner'
import { accessTo, runDrill } from '../../server/backups/run-backups.ts'
import { defineCommand, UsageError } from '../command.ts'
import { yieldToSite } from './backup.ts'
import { passphraseOf } from './passphrase.ts'

/** Runs a restore drill. */
export default defineCommand({
  usage: 'drill [FILE|REPOSITORY]',
  description: `Restores the last backup into a temporary folder, checks it, and deletes the copy.
Uses BACKUP_TO by default; then the result is in /metrics and in halvi doctor. The site keeps running.
  --at TIME      uses the last backup whose time starts with TIME
  --site ID      requires a backup of this site; by default of the site in DATA_DIR
  --unencrypted  accepts an unencrypted backup even if BACKUP_PASSPHRASE is set`,
  examples: [
    ['halvi drill', 'checks that the last backup in BACKUP_TO can be restored'],
    ['halvi drill /mnt/usb/today.tar', 'checks that this file can be restored'],
  ],
  options: {
    at: { type: 'string' },
    site: { type: 'string' },
    unencrypted: { type: 'boolean', default: false },
  },
  arguments: [0, 1],
  async run(context, options, [given]) {
    const { settings, stdout } = context
    const address = given ?? settings.BACKUP_TO
    if (!address)
      throw new UsageError('There is no backup: give a FILE or REPOSITORY, or set BACKUP_TO')
    becomeOwnerOf(settings.DATA_DIR)
    yieldToSite()
    const access = accessTo(settings, address, passphraseOf(context))
    stdout.write(`${await runDrill(settings, { ...access, ...options })}\n`)
  },
})
