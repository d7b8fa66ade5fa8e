import { changeBackupRecord } from '../../server/backups/record.ts'
import { drill } from '../../server/backups/restoring/drill.ts'
import { defineCommand, UsageError } from '../command.ts'
import { version } from '../version.ts'
import { workBesideSite } from './background.ts'
import { note, placeOf, withCommandError } from './backup.ts'

/** Tries a backup out. */
export default defineCommand({
  usage: 'drill [FILE|PLACE]',
  description: `Restores the last backup beside the running site, checks it, and removes it again.
It is that of BACKUP_TO unless another one is named. What comes of it is in /metrics and in doctor.
  --at TIME   the last backup whose time begins so`,
  examples: [
    ['halvi drill', 'is the last backup of BACKUP_TO of use?'],
    ['halvi drill /mnt/usb/today.tar', 'is this file?'],
  ],
  options: { at: { type: 'string' } },
  arguments: [0, 1],
  async run(context, { at }, [named]) {
    const { settings, stdout } = context
    const address = named ?? settings.BACKUP_TO
    if (!address) throw new UsageError('Which backup? Name it, or set BACKUP_TO')
    const started = performance.now()
    const say = (text: string) => void stdout.write(`${text}\n`)
    workBesideSite()
    try {
      const dataDir = settings.DATA_DIR
      const backupOf = await withCommandError(() =>
        drill({ ...placeOf(context, address), dataDir, at, version, say }),
      )
      const seconds = ((performance.now() - started) / 1_000).toFixed(1)
      changeBackupRecord(dataDir, {
        lastDrill: { at: new Date().toISOString(), backupOf },
        lastDrillFailure: undefined,
      })
      say(
        `The backup of ${backupOf} can be restored: all is whole, the site starts on it; ${seconds} s`,
      )
    } catch (error) {
      note(settings.DATA_DIR, 'lastDrillFailure', error)
      throw error
    }
    return undefined
  },
})
