import { join } from 'node:path'
import { upgradeStores } from 'embedded-content-lake'
import { openDatabase } from 'halvi-leads/database'
import { leadsFile } from 'halvi-leads/files'
import { reasonOf } from 'halvi-runtime/reason'
import { pino } from 'pino'
import { hasPostgresPrograms } from '../../server/backups/postgres/programs.ts'
import { databasesIn } from '../../server/data-folder/data-files.ts'
import type { Settings } from '../../server/settings/settings.ts'
import { CommandError } from '../command.ts'
import { version } from '../version.ts'
import { checkDatabases, checkSite } from './check.ts'
import { checkpoint } from './data/checkpoint.ts'
import { type Counts, countRows, whatIsMissing } from './data/counts.ts'
import { type Journal, writeJournal } from './data/journal.ts'
import { countLeads, dumpPostgres, withPostgres } from './data/postgres.ts'
import { readState } from './data/state.ts'
import { lockContent, lockUpgrade } from './lock.ts'
import type { OnStep } from './on-step.ts'
import { recover } from './recover.ts'
import { readManifest } from './snapshots/manifest.ts'
import { keepSnapshot, makeSnapshot, snapshotName, snapshotsOf } from './snapshots/snapshot.ts'

interface UpgradeOptions {
  /** Goes on where the leads of PostgreSQL can't be kept. */
  withoutSnapshot?: boolean
  onStep?: OnStep
}

/**
 * Brings a data folder to this version: keeps what is there in a snapshot, migrates, checks. When that
 * fails the snapshot is put back. What a crash leaves is put in order by the next call, or by `recover`.
 * Resolves to the version that it was of, which is this one where there was nothing to do.
 *
 * @throws CommandError when it could not be done; the data are as before then, unless it says otherwise
 */
export async function upgradeFolder(
  settings: Settings,
  options: UpgradeOptions = {},
): Promise<string> {
  const { onStep = () => {} } = options
  const lock = lockUpgrade(settings.DATA_DIR)
  try {
    await recover(settings, onStep)
    const { needsUpgrade, version: from } = await readState(settings)
    if (needsUpgrade) await upgradeFrom(from, settings, options.withoutSnapshot ?? false, onStep)
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
  const hasDump = databaseUrl !== undefined && (await canDump(withoutSnapshot))
  const dump = hasDump ? (folder: string) => dumpPostgres(databaseUrl, folder) : undefined
  const snapshot = await snapshotName(dataDir, from)
  const inPhase = (phase: Journal['phase']) =>
    writeJournal(dataDir, { doing: 'upgrade', from, to: version, snapshot, phase })
  try {
    const content = lockContent(dataDir)
    try {
      checkpoint(dataDir)
      onStep(`keep what is there as ${snapshot}`)
      inPhase('keep')
      onStep('copy')
      await makeSnapshot(dataDir, snapshot, { version: from, before: 'upgrade', dump })
      onStep('the snapshot is made')
      await keepSnapshot(dataDir, snapshot)
      onStep('the snapshot counts')
      inPhase('change')
      onStep('migrate')
      await migrate(settings)
      onStep('check the data')
      await checkData(settings, readManifest(join(snapshotsOf(dataDir), snapshot)).counts)
    } finally {
      content.release()
    }
    onStep('check the site')
    await checkSite(settings)
    onStep('checked')
    inPhase('done')
    await recover(settings, onStep)
  } catch (error) {
    await undo(settings, onStep, error)
  }
}

/** @throws CommandError where leads can't be kept, and nobody said that they need not be */
async function canDump(withoutSnapshot: boolean): Promise<boolean> {
  if (withoutSnapshot) return false
  if (await hasPostgresPrograms()) return true
  throw new CommandError(
    'The leads in PostgreSQL need pg_dump and pg_restore to be kept first: install them (Debian: postgresql-client), or halvi upgrade --without-snapshot',
  )
}

/** Each store by its own code. */
async function migrate({ DATA_DIR, DATABASE_URL }: Settings): Promise<void> {
  upgradeStores(join(DATA_DIR, 'lake'))
  if (!DATABASE_URL && !databasesIn(DATA_DIR).includes(leadsFile)) return
  const log = pino({ level: 'silent' })
  const place = { dataDir: DATA_DIR, ...(DATABASE_URL && { databaseUrl: DATABASE_URL }), log }
  await (await openDatabase(place)).destroy()
}

async function checkData({ DATA_DIR, DATABASE_URL }: Settings, before: Counts): Promise<void> {
  checkDatabases(DATA_DIR)
  const inPostgres = DATABASE_URL && {
    lead: await withPostgres(DATABASE_URL, (client) => countLeads(client)),
  }
  const missing = whatIsMissing(before, { ...countRows(DATA_DIR), ...inPostgres })
  if (missing.length > 0) throw new Error(missing.join('; '))
}

/**
 * Puts the snapshot back. An upgrade that had done all, but for its end, is finished instead.
 *
 * @throws CommandError that says why it failed, and what became of it
 */
async function undo(settings: Settings, onStep: OnStep, error: unknown): Promise<void> {
  const reason = reasonOf(error)
  const left = await recover(settings, onStep).catch((another) => {
    throw new CommandError(`The upgrade to ${version} failed: ${reason}; ${reasonOf(another)}`)
  })
  if (left?.phase === 'done') return onStep(`finished at the second try: ${reason}`)
  throw new CommandError(
    left ? `The upgrade to ${version} failed, and all is as before: ${reason}` : reason,
  )
}
