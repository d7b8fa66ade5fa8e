// Upgrades the data folder of the settings, as a process of its own: what it takes of memory is given
// back, and a crash of it is noticed by whoever started it. Exits with 0, or with 1 and one line.
import { reasonOf } from 'halvi-runtime/reason'
import { readSettings } from '../../server/settings/settings.ts'
import { StartError } from '../../server/settings/start-error.ts'
import { CommandError } from '../command.ts'
import { printStep } from './print-step.ts'
import { upgradeFolder } from './upgrade.ts'

try {
  const withoutSnapshot = process.argv.includes('--without-snapshot')
  await upgradeFolder(readSettings(process.env), { withoutSnapshot, onStep: printStep })
  // Whatever is left open is nobody's any more.
  process.exit(0)
} catch (error) {
  const isTold = error instanceof CommandError || error instanceof StartError
  console.error(isTold ? `halvi: ${reasonOf(error)}` : error)
  process.exit(1)
}
