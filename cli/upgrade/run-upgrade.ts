import { statSync } from 'node:fs'
import { forkProgram, type PassedVariables } from 'halvi-runtime/processes/fork-program'
import { lockUpgrade } from '../../server/data-folder/lock-folder.ts'
import type { Settings } from '../../server/settings/settings.ts'
import { exitCodeOf } from '../child-exit.ts'
import { asOwnerOf } from './as-owner.ts'
import { readJournal } from './data/journal.ts'
import { readState } from './data/state.ts'
import { recover } from './recover.ts'

/** The environment variables that the upgrade and the check of the site need. */
export const passedVariables: PassedVariables = [
  /^(DATA_DIR|DATABASE_URL|SITE_URL|CONTENT_API|RATE_LIMIT|MAX_CONNECTIONS|TRUST_PROXY|HSTS_SUBDOMAINS|LOG_LEVEL)$/,
  /^(SANITY_|PG)/,
]

/**
 * Upgrades a data folder in a child process, and recovers if that process crashes. Resolves to whether the data is
 * upgraded. If it is not, the child process has printed the reason.
 *
 * @throws OperatorError if the recovery after a crash fails
 */
export async function runUpgrade(settings: Settings, args: string[] = []): Promise<boolean> {
  const { DATA_DIR: dataDir } = settings
  const { url } = import.meta
  const { uid, gid } = statSync(dataDir)
  const child = forkProgram(new URL(url.endsWith('.ts') ? 'program.ts' : 'upgrade-data.js', url), {
    args,
    stdio: ['ignore', 'inherit', 'inherit'],
    passed: passedVariables,
    // Root runs the upgrade as the owner of the data. Otherwise the site could not open the new files.
    ...(process.getuid?.() === 0 && uid !== 0 && { uid, gid }),
  })
  if ((await exitCodeOf(child)) === 0) return true
  const left = readJournal(dataDir) && (await asOwnerOf(dataDir, () => recoverWithLock(settings)))
  if (left?.phase === 'done' || (await isUpgraded(settings))) {
    printStep('the upgrade was interrupted shortly before its end, and is now finished')
    return true
  }
  if (left) printStep('the upgrade was interrupted, and the data is unchanged')
  return false
}

/**
 * Recovers from an interrupted upgrade or rollback, under the lock that keeps other processes from doing the same.
 */
export async function recoverWithLock(settings: Settings) {
  const lock = lockUpgrade(settings.DATA_DIR)
  try {
    return await recover(settings, printStep)
  } finally {
    lock.release()
  }
}

/** Resolves to whether the data is upgraded. Also resolves to false if its version can't be read. */
async function isUpgraded(settings: Settings): Promise<boolean> {
  try {
    return !(await readState(settings)).needsUpgrade
  } catch {
    return false
  }
}

/** Prints a step of a long command on standard error. */
export const printStep = (step: string): void => void process.stderr.write(`halvi: ${step}\n`)
