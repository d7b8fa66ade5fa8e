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
  keepSnapshot,
  listSnapshots,
  makeSnapshot,
  snapshotName,
  snapshotsOf,
  stageSnapshot,
  verifySnapshot,
} from './snapshots.ts'

/** A rollback that was done. */
interface Rollback {
  /** The version that the data belongs to now. */
  version: string
  /** The snapshot of the data that was there before. */
  kept: string
  /** The changes since the snapshot, which are not in the data any more. */
  since: LaterChanges
  /** The number of leads that were erased again. */
  erasedAgain: number
}

/**
 * Puts a snapshot in the place of the data, and keeps the present data as another snapshot. Leads that were erased
 * since are erased again. When it is interrupted, `recover` finishes it, or it has changed nothing.
 *
 * @param to the snapshot's name; by default the newest that an upgrade has made
 * @throws OperatorError when it could not be done; nothing was changed then
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
      onStep(`look through ${target}`)
      const manifest = await verifySnapshot(dataDir, target)
      checkTarget(manifest, databaseUrl)
      const inPhase = (phase: Journal['phase']) =>
        writeJournal(dataDir, {
          ...{ doing: 'rollback', from, to: manifest.version },
          ...{ snapshot: `${target}.staged`, kept, phase },
        })
      inPhase('keep')
      onStep(`keep the present data as ${kept}`)
      await makeSnapshot(dataDir, kept, { version: from, before: 'rollback' }, databaseUrl)
      onStep('the snapshot is made')
      await keepSnapshot(dataDir, kept)
      onStep('compare with the present data')
      const [before, after] = [snapshotsOf(dataDir, target), snapshotsOf(dataDir, kept)]
      const since = await laterChanges(before, after, databaseUrl)
      onStep(`copy ${target}`)
      const staged = await stageSnapshot(dataDir, target)
      const erased = await eraseStaged(dataDir, staged, onStep)
      onStep('nothing was changed yet')
      inPhase('change')
      content.release()
      const recovered = await recover(settings, onStep)
      const erasedAgain = erased + (recovered?.erasedAgain ?? 0)
      return { version: manifest.version, kept, since, erasedAgain }
    } catch (error) {
      // It has changed nothing, or it can be finished.
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
    throw new OperatorError(`There is no snapshot ${to}: halvi rollback --list shows them`)
  }
  const last = all.filter(({ manifest }) => manifest.before === 'upgrade').at(-1)
  if (!last) throw new OperatorError(`No upgrade has left a snapshot in ${dataDir}`)
  if (last.manifest.version !== from) return last.name
  throw new OperatorError(
    `The data is already at version ${from}: halvi rollback --list shows other snapshots, for --to`,
  )
}

/** @throws OperatorError for a snapshot that this program can't put in place */
function checkTarget({ version: to, leads }: Manifest, databaseUrl: string | undefined): void {
  // No older program knows where the tables of a newer version hold personal data, to erase it again.
  if (compareVersions(to, version) > 0) {
    throw new OperatorError(
      `The snapshot is of Halvi ${to}, and this is ${version}: run halvi rollback of that version`,
    )
  }
  // Leads in PostgreSQL go back with the other data, or nothing does.
  if (leads === 'dump' && !databaseUrl) {
    throw new OperatorError('The snapshot holds leads of PostgreSQL: set DATABASE_URL')
  }
  if (databaseUrl && leads !== 'dump') {
    throw new OperatorError(
      `The snapshot does not hold the leads of PostgreSQL, which ${version} has migrated: restore a backup of them, and start ${to}`,
    )
  }
}

/**
 * Erases leads in the copy of a snapshot that were erased since, so that nobody finds them in the data at whatever
 * moment a rollback is interrupted. The present list is merged with the snapshot's, and stays in place. Resolves to
 * the number of leads that were erased.
 */
async function eraseStaged(dataDir: string, staged: string, onStep: OnStep): Promise<number> {
  const [present, former] = [new ErasedList(dataDir), new ErasedList(staged)]
  await present.merge([await former.text()])
  await former.merge([await present.text()])
  const leads = join(staged, leadsFile)
  if (!existsSync(leads) || !hasTable(leads, 'lead')) return 0
  return reapply(onStep, staged)
}
