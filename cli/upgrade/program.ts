// Upgrades DATA_DIR in a child process: its memory is freed afterwards, and the parent survives a crash. Exits with
// 0, or with 1 and one line on standard error.
import { reasonOf } from 'halvi-runtime/reason'
import { OperatorError } from '../../server/operator-error.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { StartError } from '../../server/settings/start-error.ts'
import { printStep } from './run-upgrade.ts'
import { upgradeFolder } from './upgrade.ts'

try {
  const withoutSnapshot = process.argv.includes('--without-snapshot')
  await upgradeFolder(readSettings(process.env), { withoutSnapshot, onStep: printStep })
  // Exits even if a file or a connection is still open.
  process.exit(0)
} catch (error) {
  const isKnown = error instanceof OperatorError || error instanceof StartError
  console.error(isKnown ? `halvi: ${reasonOf(error)}` : error)
  process.exit(1)
}
