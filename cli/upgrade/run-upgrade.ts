import { statSync } from 'node:fs'
import { forkProgram, type PassedVariables } from 'halvi-runtime/processes/fork-program'
import { lockUpgrade } from '../../server/data-folder/lock-folder.ts'
import type { Settings } from '../../server/settings/settings.ts'
import { ended } from '../ended.ts'
import { asOwnerOf } from './as-owner.ts'
import { readJournal } from './data/journal.ts'
import { readState } from './data/state.ts'
import { recover } from './recover.ts'

/** The settings of the stores, and of the site that is started on them. */
export const passed: PassedVariables = [
  /^(DATA_DIR|DATABASE_URL|SITE_URL|CONTENT_API|RATE_LIMIT|MAX_CONNECTIONS|TRUST_PROXY|HSTS_SUBDOMAINS|LOG_LEVEL)$/,
  /^(SANITY_|PG)/,
]

/**
 * Upgrades a data folder in a process of its own, and recovers when that dies. Resolves to whether the data is
 * upgraded; the process prints why not.
 *
 * @throws OperatorError when what a crash has left can't be recovered
 */
export async function runUpgrade(settings: Settings, args: string[] = []): Promise<boolean> {
  const { DATA_DIR: dataDir } = settings
  const { url } = import.meta
  const { uid, gid } = statSync(dataDir)
  const child = forkProgram(new URL(url.endsWith('.ts') ? 'program.ts' : 'upgrade-data.js', url), {
    args,
    stdio: ['ignore', 'inherit', 'inherit'],
    passed,
    // Root works as the owner of the data, or the site could not open what it writes.
    ...(process.getuid?.() === 0 && uid !== 0 && { uid, gid }),
  })
  if ((await ended(child)) === 0) return true
  const left = readJournal(dataDir) && (await asOwnerOf(dataDir, () => recoverAlone(settings)))
  if (left?.phase === 'done' || (await isUpgraded(settings))) {
    printStep('The upgrade was interrupted at its very end, and is finished')
    return true
  }
  if (left) printStep('The upgrade was interrupted, and the data is as before')
  return false
}

/** Recovers while no other process does. */
export async function recoverAlone(settings: Settings) {
  const lock = lockUpgrade(settings.DATA_DIR)
  try {
    return await recover(settings, printStep)
  } finally {
    lock.release()
  }
}

/** Resolves to false where it can't be found out, too. */
async function isUpgraded(settings: Settings): Promise<boolean> {
  try {
    return !(await readState(settings)).needsUpgrade
  } catch {
    return false
  }
}

/** Prints a step of a long command on standard error. */
export const printStep = (step: string): void => void process.stderr.write(`halvi: ${step}\n`)
