import { assertNotHalfRestored } from '../server/backups/restoring/restore-step.ts'
import { OperatorError } from '../server/operator-error.ts'
import type { Settings } from '../server/settings/settings.ts'
import { version } from '../server/version.ts'
import { defineCommand } from './command.ts'
import { readJournal } from './upgrade/data/journal.ts'
import { beginIfNew, readState } from './upgrade/data/state.ts'
import { releaseBeside, runRelease } from './upgrade/releases/releases.ts'
import { printStep, recoverAlone, runUpgrade } from './upgrade/run-upgrade.ts'

/** Starts the site, and resolves while it runs. */
export default defineCommand({
  usage: 'start',
  description: `Starts the site, with its Studio, until SIGTERM.
Data of an earlier version is upgraded first, with a way back: halvi rollback. When that fails, the
release of that version is started instead, where it is beside this one.`,
  examples: [
    ['halvi start', 'on http://localhost:3000, data in ./data'],
    ['PORT=8080 DATA_DIR=/var/lib/halvi halvi start', 'somewhere else'],
  ],
  options: {},
  arguments: [0, 0],
  async run({ settings }) {
    assertNotHalfRestored(settings.DATA_DIR)
    await finishInterrupted(settings)
    const state = await readState(settings)
    if (state.needsUpgrade) {
      const { result: isUpgraded, isStopped } = await noticeStop(() => runUpgrade(settings))
      if (isStopped) return 0
      if (!isUpgraded) return startRelease(state.version)
    }
    beginIfNew(settings.DATA_DIR)
    const { runSite } = await import('../server/main.ts')
    await runSite()
    return undefined
  },
})

/** @throws OperatorError after a rollback, as the data must not be upgraded again */
async function finishInterrupted(settings: Settings): Promise<void> {
  if (!readJournal(settings.DATA_DIR)) return
  const journal = await recoverAlone(settings)
  if (journal?.doing !== 'rollback' || journal.phase === 'keep') return
  throw new OperatorError(
    `The rollback to Halvi ${journal.to} was interrupted, and is finished now: start that version, or halvi upgrade`,
  )
}

/** Returns with the result whether a signal came meanwhile that would have ended the process. */
async function noticeStop<Result>(work: () => Promise<Result>) {
  let isStopped = false
  const stop = () => {
    isStopped = true
  }
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, stop)
  try {
    const result = await work()
    return { result, isStopped }
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

/** Resolves to the exit code of the release of the data's version. @throws OperatorError without one */
async function startRelease(of: string): Promise<number> {
  const program = of === version ? undefined : releaseBeside(of)
  if (!program) {
    throw new OperatorError(`Halvi ${version} was not started: the data is at version ${of}`)
  }
  printStep(`starting Halvi ${of} instead`)
  return (await runRelease(program, ['start'])) ?? 1
}
