import { becomeOwnerOf } from 'halvi-runtime/processes/become-owner'
import { changeBackupRecord, readBackupRecord } from '../../server/backups/record.ts'
import { drill } from '../../server/backups/restoring/drill.ts'
import { CommandError, type Context, defineCommand, UsageError } from '../command.ts'
import { version } from '../version.ts'
import { workBesideSite } from './background.ts'
import { isTheSitesPlace, note, placeOf, withCommandError } from './backup.ts'

/** Tries a backup out. */
export default defineCommand({
  usage: 'drill [FILE|PLACE]',
  description: `Restores the last backup beside the running site, checks it, and removes it again.
It is that of BACKUP_TO, and what comes of it is in /metrics and in doctor, unless another
one is named.
  --at TIME      the last backup whose time begins so
  --site ID      expects a backup of that site; DATA_DIR's unless it is named
  --unencrypted  accepts a backup that is not encrypted although BACKUP_PASSPHRASE is set`,
  examples: [
    ['halvi drill', 'is the last backup of BACKUP_TO of use?'],
    ['halvi drill /mnt/usb/today.tar', 'is this file?'],
  ],
  options: {
    at: { type: 'string' },
    site: { type: 'string' },
    unencrypted: { type: 'boolean', default: false },
  },
  arguments: [0, 1],
  async run(context, { at, site, unencrypted }, [named]) {
    const address = named ?? context.settings.BACKUP_TO
    if (!address) throw new UsageError('Which backup? Name it, or set BACKUP_TO')
    becomeOwnerOf(context.settings.DATA_DIR)
    workBesideSite()
    await tryOut(context, { address, at, site, unencrypted })
    return undefined
  },
})

/**
 * Tries a backup out, and writes down what has come of it where it is one of the site's own.
 *
 * @throws CommandError when it could not be restored
 */
export async function tryOut(
  context: Context,
  named: Pick<Parameters<typeof drill>[0], 'address' | 'at' | 'site' | 'unencrypted' | 'look'>,
): Promise<void> {
  const dataDir = context.settings.DATA_DIR
  const { address, at } = named
  const { lastBackup } = readBackupRecord(dataDir)
  const isTheSites = isTheSitesPlace(context, address)
  const started = performance.now()
  const say = (text: string) => void context.stdout.write(`${text}\n`)
  try {
    const backupOf = await withCommandError(() =>
      drill({ ...placeOf(context, address), ...named, dataDir, version }),
    )
    if (isTheSites && !at && lastBackup?.place === address && backupOf < lastBackup.at) {
      throw new CommandError(
        `The newest backup in ${address} is of ${backupOf}, but this site made one at ${lastBackup.at}: newer backups are missing`,
      )
    }
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    if (isTheSites) {
      changeBackupRecord(dataDir, {
        lastDrill: { at: new Date().toISOString(), backupOf },
        lastDrillFailure: undefined,
      })
    }
    say(
      `The backup of ${backupOf} can be restored: all is whole, the site starts on it; ${seconds} s`,
    )
  } catch (error) {
    if (isTheSites) note(dataDir, 'lastDrillFailure', error)
    throw error
  }
}
