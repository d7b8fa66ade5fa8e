import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rename, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lockDirectory } from 'halvi-runtime/files/directory-lock'
import { isPicture } from '../../data-folder/data-files.ts'
import { linkOr } from '../../data-folder/link-file.ts'
import { asBackupError, BackupError } from '../backup-error.ts'
import type { Manifest } from '../place/manifest.ts'
import { connectionOf } from '../postgres/programs.ts'
import { syncFolder } from '../stores/folder-store.ts'
import { assertNotNewer } from './assert-not-newer.ts'
import { checkData } from './check-data.ts'
import { checkSite } from './check-site.ts'
import { eraseAgain, mergeErasedLists } from './erase-again.ts'
import { restoringName } from './half-restored.ts'
import { type Origin, openBackup } from './open-backup.ts'
import { assertDatabaseFits, putLeads } from './put-leads.ts'
import { emptyBut, removeFolder } from './remove-folder.ts'
import { readStep, type Step, writeStep } from './step.ts'
import { assertRoom, sizeOf, unpack } from './unpack.ts'

/** What is restored, and where to. */
export interface Restoring extends Origin {
  dataDir: string
  databaseUrl?: string | undefined
  /** The beginning of a backup's time; the last one where it is absent. */
  at?: string | undefined
  /** A list of who was erased, besides those that the backups have. */
  erased?: string | undefined
  /** This program's version. */
  version: string
  /** Starts the site on a copy of what was restored; `checkSite` unless a test leaves it out. */
  look?: ((dataDir: string) => Promise<void>) | undefined
  /** What an operator should know, in lines. */
  say(text: string): void
}

/**
 * Restores a backup into a data folder that is empty or missing. Everything is written beside, checked, and
 * only then given its place; a restore that was cut off while it did that is finished.
 *
 * @throws BackupError when it could not be done; then the folder is as empty as it was
 */
export async function restore(restoring: Restoring): Promise<void> {
  const { dataDir, say } = restoring
  const beside = join(dataDir, restoringName)
  try {
    const isNew = !existsSync(dataDir)
    await mkdir(beside, { recursive: true, mode: 0o700 })
    const inUse = new BackupError(`Another restore into ${dataDir} is under way`)
    const lock = lockDirectory(beside, inUse)
    let done = false
    try {
      if (isNew) await syncFolder(dirname(dataDir))
      const step = await readStep(beside)
      if (step) {
        say(`A restore into ${dataDir} that was cut off is finished; it is that of ${step.at}`)
        await finish(restoring, beside, step)
      } else {
        await assertEmptyFolder(dataDir)
        await emptyBut(beside, 'lock.db')
        await finish(restoring, beside, await fill(restoring, beside))
      }
      done = true
    } finally {
      lock.release()
      // Otherwise it goes on where it was, when it is called again.
      if (done || !(await readStep(beside))) await removeAtOnce(beside)
      if (!done && isNew) await rmdir(dataDir).catch(() => {})
    }
  } catch (error) {
    throw asBackupError(error, dataDir)
  }
}

async function fill(restoring: Restoring, beside: string): Promise<Step> {
  const { dataDir, databaseUrl, at, erased, version, say, look = checkSite } = restoring
  const backup = await openBackup(restoring, at, beside)
  try {
    const { manifest, reader, newer } = backup
    say(`Backup of ${manifest.at}, made by ${manifest.version}, of site ${manifest.site}`)
    if (newer > 0) say(`${newer} are newer`)
    const isOlder = assertNotNewer(manifest, version)
    if (isOlder) say('The next start brings it up to date')
    await assertDatabaseFits(manifest, databaseUrl)
    const databases = manifest.files.filter(({ path }) => !isPicture(path))
    const twice = databases.reduce((sum, { size }) => sum + size, 0)
    await assertRoom(dataDir, sizeOf(manifest) + twice)
    const data = join(beside, 'data')
    await mkdir(data, { mode: 0o700 })
    await unpack(reader, manifest, data)
    await checkData(data, manifest)
    say(
      'All files are as they were backed up; databases, counts, references and pictures are whole',
    )
    // Under a name of its own: the site of a restore that was killed may only now come to open its own.
    const copy = await copyOf(data, manifest, await mkdtemp(join(beside, 'copy-')))
    await look(copy)
    say('The site starts on it and answers by its front page')
    await removeFolder(copy)
    await mergeErasedLists(data, backup, erased)
    if (manifest.leads === 'sqlite') sayErased(await eraseAgain(data), say)
    const { leads, counts } = manifest
    const database = databaseUrl && connectionOf(databaseUrl).address
    const step = { at: manifest.at, leads, count: counts.leads, database }
    await writeStep(beside, step)
    return step
  } finally {
    await backup.close()
  }
}

async function finish(restoring: Restoring, beside: string, step: Step): Promise<void> {
  const { dataDir, databaseUrl, say } = restoring
  sayErased(await putLeads(beside, step, databaseUrl, say), say)
  await moveAll(join(beside, 'data'), dataDir)
  await syncFolder(dataDir)
}

/**
 * libsql ends a connection that was closed only once its statements are collected as garbage, and removes its
 * `-wal` and `-shm` then, which may be now: what the first had is in its database by then, and the second is
 * made anew whenever a database is opened.
 */
async function moveAll(from: string, to: string): Promise<void> {
  for (const name of await readdir(from).catch(() => [])) {
    if (name.endsWith('-shm')) continue
    await rename(join(from, name), join(to, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || !name.endsWith('-wal')) throw error
    })
  }
}

async function assertEmptyFolder(dataDir: string): Promise<void> {
  const found = await readdir(dataDir)
  // What a disk has at its root.
  const others = found.filter((name) => name !== restoringName && name !== 'lost+found')
  if (others.length === 0) return
  throw new BackupError(
    `${dataDir} is not empty (${others.slice(0, 3).join(', ')}): move it away, or set another DATA_DIR`,
  )
}

function sayErased(erased: number, say: (text: string) => void): void {
  if (erased > 0) say(`${erased} leads that were erased since are erased again`)
}

/** A start writes to what it starts on; pictures it only reads. */
async function copyOf(data: string, { files }: Manifest, copy: string): Promise<string> {
  for (const { path } of files) {
    const [from, to] = [join(data, path), join(copy, path)]
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const copyOne = () => copyFile(from, to, constants.COPYFILE_FICLONE)
    await (isPicture(path) ? linkOr(from, to, copyOne) : copyOne())
  }
  return copy
}

/** Under another name first: one that is half removed would keep the site from starting. */
async function removeAtOnce(beside: string): Promise<void> {
  const gone = join(dirname(beside), `.${randomUUID()}`)
  await rename(beside, gone).catch(() => {})
  await removeFolder(gone)
}
