import { assertNotHalfRestored } from '../server/backups/restoring/restore-step.ts'
import { OperatorError } from '../server/operator-error.ts'
import type { Settings } from '../server/settings/settings.ts'
import { version } from '../server/version.ts'
import { withStopSignals } from './child-exit.ts'
import { defineCommand } from './command.ts'
import { readJournal } from './upgrade/data/journal.ts'
import { readState, writeVersionIfNew } from './upgrade/data/state.ts'
import { releaseBeside, runRelease } from './upgrade/releases/releases.ts'
import { printStep, recoverWithLock, runUpgrade } from './upgrade/run-upgrade.ts'

/** Starts the site. Resolves once the site is running. */
export default defineCommand({
  usage: 'start',
  description: `Starts the site and its Studio, which run until SIGTERM.
Upgrades the data of an earlier version first; halvi rollback undoes that. If the upgrade fails and
the release of the earlier version is installed beside this one, starts that release instead.`,
  examples: [
    ['halvi start', 'serves http://localhost:3000 with the data in ./data'],
    ['PORT=8080 DATA_DIR=/var/lib/halvi halvi start', 'uses another port and folder'],
  ],
  async run({ settings }) {
    assertNotHalfRestored(settings.DATA_DIR)
    await finishInterrupted(settings)
    const state = await readState(settings)
    if (state.needsUpgrade) {
      let isStopped = false
      const stop = () => {
        isStopped = true
      }
      const isUpgraded = await withStopSignals(stop, () => runUpgrade(settings))
      if (isStopped) return 0
      if (!isUpgraded) return startRelease(state.version)
    }
    writeVersionIfNew(settings.DATA_DIR)
    const { runSite } = await import('../server/main.ts')
    await runSite()
  },
})

/**
 * Finishes an interrupted upgrade or rollback.
 *
 * @throws OperatorError after a rollback, because this program would upgrade the data again
 */
async function finishInterrupted(settings: Settings): Promise<void> {
  if (!readJournal(settings.DATA_DIR)) return
  const journal = await recoverWithLock(settings)
  if (journal?.doing !== 'rollback' || journal.phase === 'keep') return
  throw new OperatorError(
    `The interrupted rollback to Halvi ${journal.to} is now finished: start that version, or run halvi upgrade`,
  )
}

/**
 * Starts the installed release that has the version of the data. Resolves to its exit code.
 *
 * @throws OperatorError if that release is not installed
 */
async function startRelease(dataVersion: string): Promise<number> {
  const program = dataVersion === version ? undefined : releaseBeside(dataVersion)
  if (!program) {
    throw new OperatorError(
      `Halvi ${version} was not started: the data is at version ${dataVersion}`,
    )
  }
  printStep(`starting Halvi ${dataVersion} instead`)
  return (await runRelease(program, ['start'])) ?? 1
}
