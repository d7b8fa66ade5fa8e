import { join } from 'node:path'
import { upgradeStores } from 'embedded-content-lake'
import { openDatabase } from 'halvi-leads/database'
import { leadsFile } from 'halvi-leads/files'
import { reasonOf } from 'halvi-runtime/reason'
import { pino } from 'pino'
import { databasesIn } from '../../server/data-folder/data-files.ts'
import { lockContent, lockUpgrade } from '../../server/data-folder/lock-folder.ts'
import { OperatorError } from '../../server/operator-error.ts'
import type { Settings } from '../../server/settings/settings.ts'
import { requestSite } from '../../server/snapshots/check-site.ts'
import { countPostgresLeads } from '../../server/snapshots/postgres/leads.ts'
import { version } from '../../server/version.ts'
import { checkpoint } from './data/checkpoint.ts'
import { type Journal, writeJournal } from './data/journal.ts'
import { readDatabase } from './data/read-database.ts'
import { readState } from './data/state.ts'
import { type OnStep, recover } from './recover.ts'
import { passedVariables } from './run-upgrade.ts'
import {
  completeSnapshot,
  countRows,
  makeSnapshot,
  readManifest,
  snapshotName,
  snapshotsOf,
} from './snapshots.ts'

interface UpgradeOptions {
  /** Leaves the leads in PostgreSQL out of the snapshot. */
  withoutSnapshot?: boolean
  onStep?: OnStep
}

/**
 * Upgrades a data folder to this version: takes a snapshot, migrates the databases, and checks the result. If a step
 * fails, it restores the snapshot. If it is interrupted, the next call or `recover` restores it. Resolves to the
 * version that the data had before.
 *
 * @throws OperatorError if the upgrade fails; then the data is unchanged, unless the message says otherwise
 */
export async function upgradeFolder(
  settings: Settings,
  { withoutSnapshot = false, onStep = () => {} }: UpgradeOptions = {},
): Promise<string> {
  const lock = lockUpgrade(settings.DATA_DIR)
  try {
    await recover(settings, onStep)
    const { needsUpgrade, version: from } = await readState(settings)
    if (needsUpgrade) await upgradeFrom(from, settings, withoutSnapshot, onStep)
    return from
  } finally {
    lock.release()
  }
}

async function upgradeFrom(
  from: string,
  settings: Settings,
  withoutSnapshot: boolean,
  onStep: OnStep,
): Promise<void> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = settings
  const snapshot = await snapshotName(dataDir, from)
  const inPhase = (phase: Journal['phase']) =>
    writeJournal(dataDir, { doing: 'upgrade', from, to: version, snapshot, phase })
  try {
    const content = lockContent(dataDir)
    try {
      checkpoint(dataDir)
      onStep(`saving the current data as snapshot ${snapshot}`)
      inPhase('keep')
      onStep('copying the data')
      const about = { version: from, before: 'upgrade' } as const
      await makeSnapshot(dataDir, snapshot, about, withoutSnapshot ? undefined : databaseUrl)
      onStep('the snapshot is written')
      await completeSnapshot(dataDir, snapshot)
      onStep('the snapshot is complete')
      inPhase('change')
      onStep('migrating the databases')
      await migrate(settings)
      onStep('checking the data')
      await checkDatabases(settings, readManifest(snapshotsOf(dataDir, snapshot)).counts)
    } finally {
      content.release()
    }
    onStep('checking the site')
    await checkFrontPage(settings)
    onStep('all checks passed')
    inPhase('done')
    await recover(settings, onStep)
  } catch (error) {
    await undo(settings, onStep, error)
  }
}

/** Migrates the databases by opening them. */
async function migrate({ DATA_DIR: dataDir, DATABASE_URL }: Settings): Promise<void> {
  upgradeStores(join(dataDir, 'lake'))
  if (!DATABASE_URL && !databasesIn(dataDir).includes(leadsFile)) return
  const log = pino({ level: 'silent' })
  const database = { dataDir, ...(DATABASE_URL && { databaseUrl: DATABASE_URL }), log }
  await (await openDatabase(database)).destroy()
}

/** Checks that the databases are intact, and that no count has dropped. @throws Error if a check fails */
async function checkDatabases(
  { DATA_DIR, DATABASE_URL }: Settings,
  before: Readonly<Record<string, number | undefined>>,
): Promise<void> {
  const check = 'select quick_check from pragma_quick_check'
  for (const path of databasesIn(DATA_DIR)) {
    const [found] = readDatabase<{ result: string }>(join(DATA_DIR, path), ['result'], check)
    if (found?.result !== 'ok') throw new Error(`${path} is damaged: ${found?.result}`)
  }
  const after: typeof before = {
    ...countRows(DATA_DIR),
    pictures: before.pictures,
    ...(DATABASE_URL && { leads: await countPostgresLeads(DATABASE_URL) }),
  }
  const lost = Object.keys(before).filter((what) => (after[what] ?? 0) < (before[what] ?? 0))
  if (lost.length === 0) return
  const texts = lost.map((what) => `only ${after[what]} of ${before[what]} ${what} are left`)
  throw new Error(texts.join('; '))
}

/**
 * Checks that the site starts and renders its front page. Accepts 503 with hosted content, because Sanity may be
 * unreachable.
 *
 * @throws Error if the check fails
 */
async function checkFrontPage({ DATA_DIR: dataDir, DATABASE_URL, SANITY_PROJECT_ID }: Settings) {
  const options = { dataDir, databaseUrl: DATABASE_URL, passed: passedVariables, isLogged: true }
  const { page } = await requestSite(options)
  if (page < 500 || (page === 503 && SANITY_PROJECT_ID)) return
  throw new Error(`the site returned ${page} for its front page`)
}

/**
 * Restores the snapshot after a failed upgrade. If only the last step has failed, finishes the upgrade instead.
 *
 * @throws OperatorError with the reason of the failure and the state of the data
 */
async function undo(settings: Settings, onStep: OnStep, error: unknown): Promise<void> {
  const reason = reasonOf(error)
  const left = await recover(settings, onStep).catch((another) => {
    throw new OperatorError(`The upgrade to ${version} failed: ${reason}; ${reasonOf(another)}`)
  })
  if (left?.phase === 'done') return onStep(`finished the upgrade after an error: ${reason}`)
  throw new OperatorError(
    left ? `The upgrade to ${version} failed, and the data is unchanged: ${reason}` : reason,
  )
}
