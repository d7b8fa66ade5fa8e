import type { ChildProcess } from 'node:child_process'
import { statSync } from 'node:fs'
import { forkProgram } from 'halvi-runtime/processes/fork-program'
import type { Settings } from '../../server/settings/settings.ts'
import { ended } from '../ended.ts'
import { asOwnerOf } from './as-owner.ts'
import { type Journal, readJournal } from './data/journal.ts'
import { readState } from './data/state.ts'
import { lockUpgrade } from './lock.ts'
import { printStep } from './print-step.ts'
import { recover } from './recover.ts'

/**
 * Upgrades a data folder in a process of its own, and puts it in order when that dies. Resolves to
 * whether it is upgraded, though the process may have failed after that; why not was told on standard error.
 *
 * @throws CommandError when what a crash has left can't be put in order
 */
export async function runUpgrade(settings: Settings, args: string[] = []): Promise<boolean> {
  const code = await ended(startProgram(settings.DATA_DIR, args))
  if (code === 0) return true
  const left = await putInOrder(settings)
  if (left?.phase === 'done' || (await isUpgraded(settings))) {
    printStep('The upgrade was cut short when all was done, and is finished')
    return true
  }
  if (left) printStep('The upgrade was cut short, and all is as before')
  return false
}

/** Resolves to what the process has left, if anything was. */
async function putInOrder(settings: Settings): Promise<Journal | undefined> {
  if (!readJournal(settings.DATA_DIR)) return undefined
  return asOwnerOf(settings.DATA_DIR, async () => {
    const lock = lockUpgrade(settings.DATA_DIR)
    try {
      return await recover(settings, printStep)
    } finally {
      lock.release()
    }
  })
}

/** Whether nothing is left to do, as when the process died while it tidied up; not where it can't be told. */
async function isUpgraded(settings: Settings): Promise<boolean> {
  try {
    return !(await readState(settings)).needsUpgrade
  } catch {
    return false
  }
}

/** The settings of the stores, and of the site that is started on them. */
const passed = [
  /^(DATA_DIR|DATABASE_URL|SITE_URL|CONTENT_API|RATE_LIMIT|MAX_CONNECTIONS|TRUST_PROXY|HSTS_SUBDOMAINS|LOG_LEVEL)$/,
  /^SANITY_/,
  /^PG/,
  'STUDIO_BUILD',
]

/** The program in the same build, or its source while this is one. */
function startProgram(dataDir: string, args: string[]): ChildProcess {
  const { url } = import.meta
  const isSource = url.endsWith('.ts')
  return forkProgram(new URL(isSource ? 'program.ts' : 'upgrade-data.js', url), {
    args,
    stdio: ['ignore', 'inherit', 'inherit'],
    passed,
    ...ownerOf(dataDir),
  })
}

/** Started as root on the data of another user, it works as that one, or the site could not open them. */
function ownerOf(dataDir: string): { uid?: number; gid?: number } {
  const { uid, gid } = statSync(dataDir)
  return process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : {}
}
