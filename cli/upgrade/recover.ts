import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ErasedList, erasedLines } from 'halvi-leads/erased-list'
import { reasonOf } from 'halvi-runtime/reason'
import { type Journal, readJournal, removeJournal, writeJournal } from './data/journal.ts'
import { erasedLeads, isUntouched, restorePostgres, withPostgres } from './data/postgres.ts'
import type { Place } from './data/stores.ts'
import { writeVersionFile } from './data/version-file.ts'
import { eraseAgain } from './erase-again.ts'
import { lockContent } from './lock.ts'
import type { OnStep } from './on-step.ts'
import { readManifest } from './snapshots/manifest.ts'
import { moveBack } from './snapshots/put-back.ts'
import { pruneSnapshots, snapshotsOf } from './snapshots/snapshot.ts'

/** What an upgrade or a rollback has left, and what came of it. */
interface Recovered extends Journal {
  /** Leads of PostgreSQL that were erased since, and are again. */
  erasedAgain: number
}

/**
 * Puts in order what an upgrade or a rollback has left that was cut short: a finished upgrade is
 * completed, any other is undone; a rollback is completed, or was none yet. May be cut short itself.
 * Whoever calls it has locked the folder. Resolves to what was left, if anything was.
 *
 * @throws CommandError when it can't be done
 */
export async function recover(
  settings: Place,
  onStep: OnStep = () => {},
): Promise<Recovered | undefined> {
  const { DATA_DIR: dataDir } = settings
  const journal = readJournal(dataDir)
  if (!journal) return undefined
  const { format: _, ...rest } = journal
  let erasedAgain = 0
  if (journal.phase === 'change') {
    onStep(`put back ${journal.snapshot.replace(/\.staged$/, '')}`)
    const content = lockContent(dataDir)
    try {
      erasedAgain = await putBackPostgres(settings, journal, onStep)
      await moveBack(dataDir, journal.snapshot, onStep)
    } finally {
      content.release()
    }
    onStep('all is put back')
    writeJournal(dataDir, { ...rest, phase: 'back' })
  }
  if (journal.phase === 'done') writeVersionFile(dataDir, journal.to)
  else {
    // What was never finished, or is used up.
    const snapshot = join(snapshotsOf(dataDir), journal.snapshot)
    if (journal.doing === 'upgrade' || snapshot.endsWith('.staged')) {
      await rm(snapshot, { recursive: true, force: true })
    }
    // One that has changed nothing keeps nothing: else each try would push out one of those to go back to.
    if (journal.phase === 'keep' && journal.kept !== undefined) {
      await rm(join(snapshotsOf(dataDir), journal.kept), { recursive: true, force: true })
    }
  }
  onStep('tidy up')
  removeJournal(dataDir)
  // By now the data are in order, whatever becomes of what nobody needs.
  await pruneSnapshots(dataDir).catch((error) =>
    onStep(`snapshots that are used up can't be removed: ${reasonOf(error)}`),
  )
  return { ...journal, erasedAgain }
}

/** Resolves to how many leads were erased again. */
async function putBackPostgres(
  place: Place,
  { doing, snapshot }: Journal,
  onStep: OnStep,
): Promise<number> {
  const { DATA_DIR, DATABASE_URL } = place
  const folder = join(snapshotsOf(DATA_DIR), snapshot)
  const { dump, counts } = readManifest(folder)
  if (!DATABASE_URL || !dump) return 0
  // What others have stored since must not be lost. Migrations only add, so that they can go on.
  if (doing === 'upgrade' && !(await isUntouched(DATABASE_URL, counts))) {
    onStep('leave the database in DATABASE_URL as it is: others use it')
    return 0
  }
  // Other processes have lists of their own, and may erase while an upgrade is under way: who is erased is told
  // by the database, until it is replaced. Cut short after that, the next call goes by the list.
  const erased = await withPostgres(DATABASE_URL, erasedLeads)
  await new ErasedList(DATA_DIR).merge([erasedLines(erased, new Date().toISOString())])
  onStep('put back the database in DATABASE_URL')
  await restorePostgres(DATABASE_URL, join(folder, dump.path), dump.tables)
  return eraseAgain(place, onStep)
}
