import { becomeOwnerOf } from 'halvi-runtime/processes/become-owner'
import { accessTo, runDrill } from '../../server/backups/run-backups.ts'
import { defineCommand, UsageError } from '../command.ts'
import { yieldToSite } from './backup.ts'
import { passphraseOf } from './passphrase.ts'

/** Tries a backup out. */
export default defineCommand({
  usage: 'drill [FILE|REPOSITORY]',
  description: `Restores the last backup beside the running site, checks it, and removes it again.
By default that is the last one in BACKUP_TO, whose outcome is in /metrics and in halvi doctor.
  --at TIME      the last backup whose time begins with TIME
  --site ID      expects a backup of that site; by default of the site in DATA_DIR
  --unencrypted  accepts an unencrypted backup although BACKUP_PASSPHRASE is set`,
  examples: [
    ['halvi drill', 'can the last backup in BACKUP_TO be restored?'],
    ['halvi drill /mnt/usb/today.tar', 'can this file?'],
  ],
  options: {
    at: { type: 'string' },
    site: { type: 'string' },
    unencrypted: { type: 'boolean', default: false },
  },
  arguments: [0, 1],
  async run(context, options, [named]) {
    const { settings, stdout } = context
    const address = named ?? settings.BACKUP_TO
    if (!address) throw new UsageError('Which backup? Name it, or set BACKUP_TO')
    becomeOwnerOf(settings.DATA_DIR)
    yieldToSite()
    const access = accessTo(settings, address, passphraseOf(context))
    stdout.write(`${await runDrill(settings, { ...access, ...options })}\n`)
    return undefined
  },
})
