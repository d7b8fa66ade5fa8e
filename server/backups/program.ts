// Runs one scheduled task as a child process: `program.ts backup` or `program.ts drill`. Prints one line and exits
// with 0 or 1.
import { reasonOf } from 'halvi-runtime/reason'
import { OperatorError } from '../operator-error.ts'
import { readSettings } from '../settings/settings.ts'
import { StartError } from '../settings/start-error.ts'
import { accessTo, runBackup, runDrill } from './run-backups.ts'

// The site has exited, so stop too.
process.on('disconnect', () => process.exit(1))
// Without this, the listener on the channel would keep the process running.
process.channel?.unref()
process.umask(0o077)

try {
  const settings = readSettings(process.env)
  const access = accessTo(
    settings,
    settings.BACKUP_TO ?? '',
    async () => settings.BACKUP_PASSPHRASE,
  )
  const summary =
    process.argv[2] === 'drill'
      ? await runDrill(settings, access)
      : await runBackup(settings, access, false, (text) => console.error(text))
  console.info(summary)
} catch (error) {
  const isKnown = error instanceof OperatorError || error instanceof StartError
  console.error(isKnown ? reasonOf(error) : error)
  process.exit(1)
}
