import { existsSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ErasedList, erasedLines, erasedListName } from 'halvi-leads/erased-list'
import { leadsIndexFile } from 'halvi-leads/files'
import { reasonOf } from 'halvi-runtime/reason'
import { databaseFiles, dumpName, leadsExportName } from '../../server/data-folder/data-files.ts'
import { sync } from '../../server/data-folder/durable-files.ts'
import { lockContent } from '../../server/data-folder/lock-folder.ts'
import type { Manifest } from '../../server/snapshots/manifest.ts'
import { importLeads } from '../../server/snapshots/postgres/import-leads.ts'
import { erasedPostgresLeads, isUntouched } from '../../server/snapshots/postgres/leads.ts'
import { restoreDump } from '../../server/snapshots/postgres/pg-restore.ts'
import { putInPlace } from '../../server/snapshots/put-in-place.ts'
import { reappliedErasures, reapplyErasures } from '../../server/snapshots/reapply-erasures.ts'
import { type Journal, readJournal, removeJournal, writeJournal } from './data/journal.ts'
import type { StoreSettings } from './data/stores.ts'
import { writeVersionFile } from './data/version-file.ts'
import { pruneSnapshots, readManifest, snapshotsOf } from './snapshots.ts'

/** Reports a step of an upgrade or rollback. An error that it throws ends the work there. */
export type OnStep = (step: string) => void

/** An interrupted upgrade or rollback that was recovered. */
interface Recovered extends Journal {
  /** The number of leads of PostgreSQL that were erased again. */
  erasedAgain: number
}

/**
 * Recovers from an interrupted upgrade or rollback. An upgrade that lacked only the version is completed, any other is
 * undone; a rollback that has changed something is completed. It may be interrupted itself. The caller has locked the
 * folder. Resolves to undefined where nothing was interrupted.
 *
 * @throws OperatorError when it can't be done
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
    onStep(`put back ${journal.snapshot.replace(/\.staged$/, '')}`)
    const content = lockContent(dataDir)
    try {
      const manifest = readManifest(folder)
      erasedAgain = await putBackPostgres(settings, doing, folder, manifest, onStep)
      await putBackFiles(dataDir, folder, manifest, onStep)
    } finally {
      content.release()
    }
    onStep('all files are put back')
    writeJournal(dataDir, { ...journal, phase: 'back' })
  }
  if (phase === 'done') writeVersionFile(dataDir, to)
  // It was never finished, or is used up.
  else if (doing === 'upgrade' || folder.endsWith('.staged')) {
    await rm(folder, { recursive: true, force: true })
  }
  // A rollback that has changed nothing keeps nothing: each try would push out a snapshot to go back to.
  if (phase === 'keep' && kept !== undefined) {
    await rm(snapshotsOf(dataDir, kept), { recursive: true, force: true })
  }
  onStep('tidy up')
  removeJournal(dataDir)
  // The data is in order by now, whatever happens to snapshots that nobody needs.
  await pruneSnapshots(dataDir).catch((error) =>
    onStep(`old snapshots can't be removed: ${reasonOf(error)}`),
  )
  return { ...journal, erasedAgain }
}

/** Resolves to the number of leads that were erased again. */
async function putBackPostgres(
  { DATA_DIR, DATABASE_URL }: StoreSettings,
  doing: Journal['doing'],
  folder: string,
  { leads, counts, dumpedTables }: Manifest,
  onStep: OnStep,
): Promise<number> {
  if (!DATABASE_URL || leads !== 'dump') return 0
  // Leads that others have stored since must not be lost. Migrations only add, so that these processes can go on.
  if (doing === 'upgrade' && !(await isUntouched(DATABASE_URL, counts.leads))) {
    onStep('leave the database in DATABASE_URL as it is: other processes use it')
    return 0
  }
  // Other processes have lists of their own, and may erase leads during an upgrade: the database knows, until it is
  // replaced. After that, the list does.
  const erased = await erasedPostgresLeads(DATABASE_URL)
  await new ErasedList(DATA_DIR).merge([erasedLines(erased, new Date().toISOString())])
  onStep('put back the database in DATABASE_URL')
  const dump = join(folder, dumpName)
  if (dumpedTables) await restoreDump(dump, DATABASE_URL, dumpedTables)
  else await importLeads(join(folder, leadsExportName), DATABASE_URL, true)
  return reapply(onStep, DATA_DIR, DATABASE_URL)
}

/** Re-applies erasures as a step. Resolves to the number of leads that were erased again. */
export async function reapply(onStep: OnStep, folder: string, databaseUrl?: string) {
  onStep('re-apply erasures')
  const erased = await reapplyErasures(folder, databaseUrl)
  if (erased > 0) onStep(reappliedErasures(erased))
  return erased
}

/**
 * Puts the files of a snapshot in place, and removes databases that were not there when it was taken, and what the
 * site makes again: the index of leads and the cached pages.
 */
async function putBackFiles(
  dataDir: string,
  folder: string,
  { files }: Manifest,
  onStep: OnStep,
): Promise<void> {
  const paths = files.map(({ path }) => path).filter((path) => !isExport(path))
  const hasList = existsSync(join(dataDir, erasedListName))
  // Leads that were erased since stay on the list.
  const toPut = paths.filter((path) => !(hasList && path === erasedListName))
  await putInPlace(folder, toPut, dataDir, (path) => onStep(`put back ${path}`))
  const later = ['version.json', ...databaseFiles].filter((path) => !paths.includes(path))
  for (const path of [...later, leadsIndexFile]) {
    for (const end of ['-wal', '-shm', '']) rmSync(join(dataDir, path + end), { force: true })
  }
  await rm(join(dataDir, 'pages'), { recursive: true, force: true })
  sync(dataDir)
}

const isExport = (path: string) => [dumpName, leadsExportName].includes(path)
