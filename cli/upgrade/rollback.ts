import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ErasedList } from 'halvi-leads/erased-list'
import { leadsFile } from 'halvi-leads/files'
import { lockContent, lockUpgrade } from '../../server/data-folder/lock-folder.ts'
import { compareVersions } from '../../server/data-folder/versions.ts'
import { OperatorError } from '../../server/operator-error.ts'
import type { Manifest } from '../../server/snapshots/manifest.ts'
import { version } from '../../server/version.ts'
import { checkpoint } from './data/checkpoint.ts'
import { type Journal, readJournal, writeJournal } from './data/journal.ts'
import { hasTable } from './data/read-database.ts'
import type { StoreSettings } from './data/stores.ts'
import { firstVersion, readVersionFile } from './data/version-file.ts'
import { type LaterChanges, laterChanges } from './later-changes.ts'
import { type OnStep, reapply, recover } from './recover.ts'
import {
  completeSnapshot,
  listSnapshots,
  makeSnapshot,
  snapshotName,
  snapshotsOf,
  stageSnapshot,
  verifySnapshot,
} from './snapshots.ts'

/** The result of a rollback. */
interface Rollback {
  /** The version that the data is at now. */
  version: string
  /** The name of the snapshot with the previous data. */
  kept: string
  /** The changes after the restored snapshot, which are no longer in the data. */
  since: LaterChanges
  /** The number of leads that were erased again. */
  erasedAgain: number
}

/**
 * Replaces the data with a snapshot, and keeps the current data as another snapshot. Erases again the leads that were
 * erased after the snapshot. If it is interrupted, it has changed nothing, or `recover` finishes it.
 *
 * @param to the name of the snapshot; by default the newest one that an upgrade has taken
 * @throws OperatorError if the rollback fails; then the data is unchanged
 */
export async function rollBack(
  settings: StoreSettings,
  to: string | undefined,
  onStep: OnStep = () => {},
): Promise<Rollback> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = settings
  const lock = lockUpgrade(dataDir)
  try {
    await recover(settings, onStep)
    const from = readVersionFile(dataDir) ?? firstVersion
    const target = await targetOf(dataDir, to, from)
    const content = lockContent(dataDir)
    const kept = await snapshotName(dataDir, from)
    try {
      checkpoint(dataDir)
      onStep(`verifying snapshot ${target}`)
      const manifest = await verifySnapshot(dataDir, target)
      checkTarget(manifest, databaseUrl)
      const inPhase = (phase: Journal['phase']) =>
        writeJournal(dataDir, {
          ...{ doing: 'rollback', from, to: manifest.version },
          ...{ snapshot: `${target}.staged`, kept, phase },
        })
      inPhase('keep')
      onStep(`saving the current data as snapshot ${kept}`)
      await makeSnapshot(dataDir, kept, { version: from, before: 'rollback' }, databaseUrl)
      onStep('the snapshot is written')
      await completeSnapshot(dataDir, kept)
      onStep('comparing with the current data')
      const [before, after] = [snapshotsOf(dataDir, target), snapshotsOf(dataDir, kept)]
      const since = await laterChanges(before, after, databaseUrl)
      onStep(`copying snapshot ${target}`)
      const staged = await stageSnapshot(dataDir, target)
      const erased = await eraseStaged(dataDir, staged, onStep)
      onStep('ready to replace the data')
      inPhase('change')
      content.release()
      const recovered = await recover(settings, onStep)
      const erasedAgain = erased + (recovered?.erasedAgain ?? 0)
      return { version: manifest.version, kept, since, erasedAgain }
    } catch (error) {
      // In the phase `keep` no data was changed. In later phases, the next start or upgrade finishes the rollback.
      if (readJournal(dataDir)?.phase === 'keep') await recover(settings)
      throw error
    } finally {
      content.release()
    }
  } finally {
    lock.release()
  }
}

async function targetOf(dataDir: string, to: string | undefined, from: string): Promise<string> {
  const all = await listSnapshots(dataDir)
  if (to !== undefined) {
    if (all.some(({ name }) => name === to)) return to
    throw new OperatorError(`There is no snapshot ${to}: halvi rollback --list shows the snapshots`)
  }
  const last = all.filter(({ manifest }) => manifest.before === 'upgrade').at(-1)
  if (!last) throw new OperatorError(`There is no snapshot of an upgrade in ${dataDir}`)
  if (last.manifest.version !== from) return last.name
  throw new OperatorError(
    `The data is already at version ${from}: choose another snapshot from halvi rollback --list, and pass it to --to`,
  )
}

/** Checks that this program can restore a snapshot. @throws OperatorError if it can't */
function checkTarget({ version: to, leads }: Manifest, databaseUrl: string | undefined): void {
  // This program could not re-apply erasures: it does not know which tables of a newer version have personal data.
  if (compareVersions(to, version) > 0) {
    throw new OperatorError(
      `The snapshot is at version ${to}, and this is Halvi ${version}: run halvi rollback with Halvi ${to}`,
    )
  }
  // The leads in PostgreSQL are restored together with the other data, or the rollback fails.
  if (leads === 'dump' && !databaseUrl) {
    throw new OperatorError('The snapshot contains leads of PostgreSQL: set DATABASE_URL')
  }
  if (databaseUrl && leads !== 'dump') {
    throw new OperatorError(
      `The snapshot does not contain the leads of PostgreSQL, which Halvi ${version} has migrated: restore a backup of the database, and start Halvi ${to}`,
    )
  }
}

/**
 * Re-applies newer erasures to the copy of a snapshot, before it replaces the data. So erased leads never reappear,
 * even if the rollback is interrupted. Merges the current list of erased leads with the list of the snapshot.
 * Resolves to the number of leads that were erased again.
 */
async function eraseStaged(dataDir: string, staged: string, onStep: OnStep): Promise<number> {
  const [present, former] = [new ErasedList(dataDir), new ErasedList(staged)]
  await present.merge([await former.text()])
  await former.merge([await present.text()])
  const leads = join(staged, leadsFile)
  if (!existsSync(leads) || !hasTable(leads, 'lead')) return 0
  return reapply(onStep, staged)
}
