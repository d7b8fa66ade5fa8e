// Upgrades, goes back or recovers in a process that kills itself: killed.ts upgrade|rollback|recover STEP
// where STEP counts from 0. Tells the steps that it came to; ends with 0 when there was no such step.

import { recover } from '../../cli/upgrade/recover.ts'
import { rollBack } from '../../cli/upgrade/rollback.ts'
import { upgradeFolder } from '../../cli/upgrade/upgrade.ts'
import { lockUpgrade } from '../../server/data-folder/lock-folder.ts'
import { readSettings } from '../../server/settings/settings.ts'

const [what = '', last = ''] = process.argv.slice(2)
const settings = readSettings(process.env)
let step = 0
const onStep = (name: string) => {
  process.stdout.write(`${name}\n`)
  if (step++ === Number(last)) process.kill(process.pid, 'SIGKILL')
}

if (what === 'upgrade') await upgradeFolder(settings, { onStep })
if (what === 'rollback') await rollBack(settings, undefined, onStep)
if (what === 'recover') {
  lockUpgrade(settings.DATA_DIR)
  await recover(settings, onStep)
}
process.exit(0)
