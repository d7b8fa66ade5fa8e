// Runs an upgrade, rollback, or recovery, and kills its own process at a step:
// killed-at-step.ts upgrade|rollback|recover STEP
// STEP counts from 0. Prints the steps that it reaches. Exits with 0 if there are fewer steps.

import { recover } from '../../cli/upgrade/recover.ts'
import { rollBack } from '../../cli/upgrade/rollback.ts'
import { upgradeFolder } from '../../cli/upgrade/upgrade.ts'
import { lockUpgrade } from '../../server/data-folder/lock-folder.ts'
import { readSettings } from '../../server/settings/settings.ts'

const [action = '', last = ''] = process.argv.slice(2)
const settings = readSettings(process.env)
let step = 0
const onStep = (name: string) => {
  process.stdout.write(`${name}\n`)
  if (step++ === Number(last)) process.kill(process.pid, 'SIGKILL')
}

if (action === 'upgrade') await upgradeFolder(settings, { onStep })
if (action === 'rollback') await rollBack(settings, undefined, onStep)
if (action === 'recover') {
  lockUpgrade(settings.DATA_DIR)
  await recover(settings, onStep)
}
process.exit(0)
