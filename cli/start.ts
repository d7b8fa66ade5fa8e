import { spawn } from 'node:child_process'
import { reasonOf } from 'halvi-runtime/reason'
import { hasPostgresPrograms } from '../server/backups/postgres/programs.ts'
import { assertNotHalfRestored } from '../server/backups/restoring/half-restored.ts'
import type { Settings } from '../server/settings/settings.ts'
import { CommandError, defineCommand } from './command.ts'
import { ended } from './ended.ts'
import { beginIfNew } from './upgrade/data/begin.ts'
import { readJournal } from './upgrade/data/journal.ts'
import { readState } from './upgrade/data/state.ts'
import { lockUpgrade } from './upgrade/lock.ts'
import { printStep } from './upgrade/print-step.ts'
import { recover } from './upgrade/recover.ts'
import { releaseBeside } from './upgrade/releases/releases.ts'
import { runUpgrade } from './upgrade/run-upgrade.ts'
import { version } from './version.ts'

/** Starts the site, and resolves while it runs. */
export default defineCommand({
  usage: 'start',
  description: `Starts the site, with its Studio, until SIGTERM.
Data of a former version are upgraded first, with a way back: halvi rollback. When that fails the
release of that version is started instead, where it lies beside this one.`,
  examples: [
    ['halvi start', 'on http://localhost:3000, data in ./data'],
    ['PORT=8080 DATA_DIR=/var/lib/halvi halvi start', 'somewhere else'],
  ],
  options: {},
  arguments: [0, 0],
  async run({ settings }) {
    assertNotHalfRestored(settings.DATA_DIR)
    await finishWhatWasCutShort(settings)
    const state = await readState(settings)
    if (state.needsUpgrade) {
      const { result: isUpgraded, isToldToEnd } = await toldToEnd(() => upgrade(settings))
      if (isToldToEnd) return 0
      if (!isUpgraded) return startRelease(state.version)
    }
    beginIfNew(settings.DATA_DIR)
    // A program of its own in the same build, which ends the process when it is told to.
    await import(new URL('./main.js', import.meta.url).href)
    return undefined
  },
})

/** @throws CommandError after a rollback: what was gone back from must not be upgraded to again */
async function finishWhatWasCutShort(settings: Settings): Promise<void> {
  if (!readJournal(settings.DATA_DIR)) return
  const lock = lockUpgrade(settings.DATA_DIR)
  try {
    const journal = await recover(settings, printStep)
    if (journal?.doing !== 'rollback' || journal.phase === 'keep') return
    throw new CommandError(
      `The rollback to Halvi ${journal.to} was cut short and is finished now: start that version, or halvi upgrade`,
    )
  } finally {
    lock.release()
  }
}

/** Does something, and tells whether the process was told to end meanwhile: nothing is to be started then. */
async function toldToEnd<Result>(work: () => Promise<Result>) {
  let isToldToEnd = false
  const take = () => {
    isToldToEnd = true
  }
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, take)
  try {
    const result = await work()
    return { result, isToldToEnd }
  } finally {
    for (const signal of signals) process.off(signal, take)
  }
}

/** Resolves to whether it succeeded. */
async function upgrade(settings: Settings): Promise<boolean> {
  if (!settings.DATABASE_URL || (await hasPostgresPrograms())) return runUpgrade(settings)
  // A failed migration of PostgreSQL undoes itself: to start matters more than what pg_dump adds to that.
  printStep('The leads in PostgreSQL are not kept in the snapshot: pg_dump is not there')
  return runUpgrade(settings, ['--without-snapshot'])
}

/** Resolves to the exit code of the release that the data are of. @throws CommandError without one */
async function startRelease(of: string): Promise<number> {
  const program = of === version ? undefined : releaseBeside(of)
  if (!program)
    throw new CommandError(`Halvi ${version} was not started, and the data are of ${of}`)
  printStep(`starting Halvi ${of} instead`)
  const child = spawn(program, ['start'], { stdio: 'inherit' })
  const code = await ended(child).catch((error: Error) => {
    throw new CommandError(`${program} can't be run: ${reasonOf(error)}`)
  })
  return code ?? 1
}
