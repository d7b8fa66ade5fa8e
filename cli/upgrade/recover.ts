import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../../server/settings.ts'
import { type Journal, readJournal, removeJournal, writeJournal } from './journal.ts'
import { lockContent } from './lock.ts'
import { readManifest } from './manifest.ts'
import { isUntouched, restorePostgres } from './postgres.ts'
import { moveBack, type OnStep } from './put-back.ts'
import { pruneSnapshots, snapshotsOf } from './snapshot.ts'
import { writeVersionFile } from './version-file.ts'

/**
 * Puts in order what an upgrade or a rollback has left that was cut short: a finished upgrade is
 * completed, any other is undone; a rollback is completed, or was none yet. May be cut short itself.
 * Whoever calls it has locked the folder. Resolves to what was left, if anything was.
 *
 * @throws CommandError when it can't be done
 */
export async function recover(
  settings: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>,
  onStep: OnStep = () => {},
): Promise<Journal | undefined> {
  const { DATA_DIR: dataDir } = settings
  const journal = readJournal(dataDir)
  if (!journal) return undefined
  const { format: _, ...rest } = journal
  if (journal.phase === 'change') {
    onStep(`put back ${journal.snapshot.replace(/\.staged$/, '')}`)
    const content = lockContent(dataDir)
    try {
      await putBackPostgres(settings, journal, onStep)
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
  }
  onStep('tidy up')
  removeJournal(dataDir)
  await pruneSnapshots(dataDir)
  return journal
}

async function putBackPostgres(
  { DATA_DIR, DATABASE_URL }: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>,
  { doing, snapshot }: Journal,
  onStep: OnStep,
): Promise<void> {
  const folder = join(snapshotsOf(DATA_DIR), snapshot)
  const { dump, counts } = readManifest(folder)
  if (!DATABASE_URL || !dump) return
  // What others have stored since must not be lost. Migrations only add, so that they can go on.
  if (doing === 'upgrade' && !(await isUntouched(DATABASE_URL, counts))) {
    onStep('leave the database in DATABASE_URL as it is: others use it')
    return
  }
  onStep('put back the database in DATABASE_URL')
  await restorePostgres(DATABASE_URL, join(folder, dump.path), dump.tables)
}
