import { existsSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ErasedList, erasedLines, erasedListName } from 'halvi-leads/erased-list'
import { leadsIndexFile } from 'halvi-leads/files'
import { sync } from 'halvi-runtime/files/private-files'
import { reasonOf } from 'halvi-runtime/reason'
import { databaseFiles, dumpName, leadsExportName } from '../../server/data-folder/data-files.ts'
import { lockContent } from '../../server/data-folder/lock-folder.ts'
import type { Manifest } from '../../server/snapshots/manifest.ts'
import { moveIntoPlace } from '../../server/snapshots/move-into-place.ts'
import { importLeads } from '../../server/snapshots/postgres/import-leads.ts'
import { erasedPostgresLeads, isUntouched } from '../../server/snapshots/postgres/leads.ts'
import { restoreDump } from '../../server/snapshots/postgres/pg-restore.ts'
import { reappliedErasures, reapplyErasures } from '../../server/snapshots/reapply-erasures.ts'
import { type Journal, readJournal, removeJournal, writeJournal } from './data/journal.ts'
import type { StoreSettings } from './data/stores.ts'
import { writeVersionFile } from './data/version-file.ts'
import { pruneSnapshots, readManifest, snapshotsOf } from './snapshots.ts'

/** Reports a step of an upgrade or rollback. If it throws, the upgrade or rollback fails at this step. */
export type OnStep = (step: string) => void

/** The journal of an interrupted upgrade or rollback after the recovery. */
interface Recovered extends Journal {
  /** The number of leads in PostgreSQL that were erased again. */
  erasedAgain: number
}

/**
 * Recovers from an interrupted upgrade or rollback. Finishes an upgrade if only the version file is missing, and
 * undoes it otherwise. Finishes a rollback if it has changed data. The recovery itself can be interrupted and
 * repeated. The caller holds the lock of the folder. Resolves to undefined if nothing was interrupted.
 *
 * @throws OperatorError if the recovery fails
 */
export async function recover(
  settings: StoreSettings,
  onStep: OnStep = () => {},
): Promise<Recovered | undefined> {
  const { DATA_DIR: dataDir } = settings
  const journal = readJournal(dataDir)
  if (!journal) return undefined
  const { doing, phase, kept, to } = journal
  const folder = snapshotsOf(dataDir, journal.snapshot)
  let erasedAgain = 0
  if (phase === 'change') {
    onStep(`restoring snapshot ${journal.snapshot.replace(/\.staged$/, '')}`)
    const content = lockContent(dataDir)
    try {
      const manifest = readManifest(folder)
      erasedAgain = await restorePostgres(settings, doing, folder, manifest, onStep)
      await restoreFiles(dataDir, folder, manifest, onStep)
    } finally {
      content.release()
    }
    onStep('all files are restored')
    writeJournal(dataDir, { ...journal, phase: 'back' })
  }
  if (phase === 'done') writeVersionFile(dataDir, to)
  // The snapshot is incomplete, or its files have been moved to the data folder.
  else if (doing === 'upgrade' || folder.endsWith('.staged')) {
    await rm(folder, { recursive: true, force: true })
  }
  // A rollback that has changed nothing does not keep its snapshot. Otherwise each attempt would evict an older one.
  if (phase === 'keep' && kept !== undefined) {
    await rm(snapshotsOf(dataDir, kept), { recursive: true, force: true })
  }
  onStep('cleaning up')
  removeJournal(dataDir)
  // The data is complete at this point, even if old snapshots can't be removed.
  await pruneSnapshots(dataDir).catch((error) =>
    onStep(`old snapshots can't be removed: ${reasonOf(error)}`),
  )
  return { ...journal, erasedAgain }
}

/** Restores the leads in PostgreSQL from a snapshot. Resolves to the number of leads that were erased again. */
async function restorePostgres(
  { DATA_DIR, DATABASE_URL }: StoreSettings,
  doing: Journal['doing'],
  folder: string,
  { leads, counts, dumpedTables }: Manifest,
  onStep: OnStep,
): Promise<number> {
  if (!DATABASE_URL || leads !== 'dump') return 0
  // Leads that other processes have stored since the snapshot must not be lost. The migrated database stays usable
  // for these processes, because migrations only add tables and columns.
  if (doing === 'upgrade' && !(await isUntouched(DATABASE_URL, counts.leads))) {
    onStep('not restoring the database in DATABASE_URL: other processes use it')
    return 0
  }
  // Other processes have their own lists of erased leads, and may have erased leads during the upgrade. The database
  // has the ids of these leads. They are added to the list before the database is replaced.
  const erased = await erasedPostgresLeads(DATABASE_URL)
  await new ErasedList(DATA_DIR).merge([erasedLines(erased, new Date().toISOString())])
  onStep('restoring the database in DATABASE_URL')
  const dump = join(folder, dumpName)
  if (dumpedTables) await restoreDump(dump, DATABASE_URL, dumpedTables)
  else await importLeads(join(folder, leadsExportName), DATABASE_URL, true)
  return reapply(onStep, DATA_DIR, DATABASE_URL)
}

/** Re-applies erasures, and reports that as a step. Resolves to the number of leads that were erased again. */
export async function reapply(onStep: OnStep, folder: string, databaseUrl?: string) {
  onStep('re-applying erasures')
  const erased = await reapplyErasures(folder, databaseUrl)
  if (erased > 0) onStep(reappliedErasures(erased))
  return erased
}

/**
 * Moves the files of a snapshot to the data folder. Removes databases that did not exist when the snapshot was taken,
 * the index of leads, and the cached pages. The site rebuilds the index and the cache.
 */
async function restoreFiles(
  dataDir: string,
  folder: string,
  { files }: Manifest,
  onStep: OnStep,
): Promise<void> {
  const paths = files.map(({ path }) => path).filter((path) => !isExport(path))
  const hasList = existsSync(join(dataDir, erasedListName))
  // Keeps the current list of erased leads, which has the newer erasures.
  const toMove = paths.filter((path) => !(hasList && path === erasedListName))
  await moveIntoPlace(folder, toMove, dataDir, (path) => onStep(`restoring ${path}`))
  const later = ['version.json', ...databaseFiles].filter((path) => !paths.includes(path))
  for (const path of [...later, leadsIndexFile]) {
    for (const end of ['-wal', '-shm', '']) rmSync(join(dataDir, path + end), { force: true })
  }
  await rm(join(dataDir, 'pages'), { recursive: true, force: true })
  sync(dataDir)
}

const isExport = (path: string) => [dumpName, leadsExportName].includes(path)
