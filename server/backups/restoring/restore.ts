import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ErasedList, erasedListName } from 'halvi-leads/erased-list'
import { isAsset } from '../../data-folder/data-files.ts'
import { linkOrCopy, syncPath } from '../../data-folder/durable-files.ts'
import { lockFolder } from '../../data-folder/lock-folder.ts'
import { OperatorError, withOperatorError } from '../../operator-error.ts'
import { checkData } from '../../snapshots/check-data.ts'
import { checkSite } from '../../snapshots/check-site.ts'
import { isOlder, type Manifest } from '../../snapshots/manifest.ts'
import { filesIn, moveIntoPlace } from '../../snapshots/move-into-place.ts'
import { connectionOf } from '../../snapshots/postgres/connect.ts'
import { assertEmptyDatabase } from '../../snapshots/postgres/import-leads.ts'
import { reappliedErasures, reapplyErasures } from '../../snapshots/reapply-erasures.ts'
import { type BackupSelection, type OpenBackup, openBackup } from './open-backup.ts'
import { restoreLeads } from './restore-leads.ts'
import { type RestoreStep, readStep, restoringName, writeStep } from './restore-step.ts'
import { assertRoom, removeContents, removeFolder, sizeOf, unpack } from './unpack.ts'

/** A backup and the destination of its data. */
interface Restore extends BackupSelection {
  dataDir: string
  databaseUrl?: string | undefined
  /** The path of an additional list of erased leads, provided by the operator. */
  erased?: string | undefined
  /** The version of the running program. */
  version: string
  /** Starts the site on a copy of the restored data to check it. Default: `checkSite`. */
  checkStart?: ((dataDir: string) => Promise<void>) | undefined
  /** Prints a line for the operator. */
  say(text: string): void
}

/**
 * Restores a backup into an empty or missing data folder. Writes all files to a working folder in it, checks them,
 * and only then moves them to the data folder. Completes an earlier restore that was interrupted after its checks.
 *
 * @throws OperatorError when the restore fails. The data folder is then as empty as before, except after an
 * interruption that can be resumed
 */
export function restore(options: Restore): Promise<void> {
  const { dataDir, databaseUrl, say } = options
  const folder = join(dataDir, restoringName)
  return withOperatorError(dataDir, async () => {
    const isNew = !existsSync(dataDir)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const lock = lockFolder(folder, `Another restore into ${dataDir} is running`)
    let done = false
    try {
      if (isNew) await syncPath(dirname(dataDir))
      let step = await readStep(folder)
      if (step)
        say(`Resuming an interrupted restore into ${dataDir} of the backup made at ${step.at}`)
      else {
        await assertEmptyFolder(dataDir)
        await removeContents(folder)
        step = await fill(options, folder)
      }
      sayErased(await restoreLeads(folder, step, databaseUrl, say), say)
      const data = join(folder, 'data')
      await moveIntoPlace(data, filesIn(data), dataDir)
      done = true
    } finally {
      lock.release()
      // If there is a checkpoint, the folder is kept so that the next attempt continues from it.
      if (done || !(await readStep(folder))) await removeAtOnce(folder)
      if (!done && isNew) await rmdir(dataDir).catch(() => {})
    }
  })
}

/** Fills the working folder with the backup's data, checks the data, and writes the checkpoint. */
async function fill(options: Restore, folder: string): Promise<RestoreStep> {
  const { dataDir, databaseUrl, version, say, checkStart = checkSite } = options
  const backup = await openBackup(options, folder)
  try {
    const { manifest, reader, newer } = backup
    say(`Backup made at ${manifest.at} by version ${manifest.version}, site ${manifest.site}`)
    if (newer > 0) say(`${newer} newer backups exist`)
    if (isOlder(manifest, version))
      say('The backup was made by an older version. The next start of the site migrates the data')
    const { leads, counts, files } = manifest
    if (leads === 'dump') {
      if (!databaseUrl) {
        throw new OperatorError(
          'The backup contains PostgreSQL leads. Set DATABASE_URL to an empty database',
        )
      }
      await assertEmptyDatabase(databaseUrl)
    }
    const copied = files.filter(({ path }) => !isAsset(path))
    await assertRoom(dataDir, sizeOf(files) + sizeOf(copied))
    const data = join(folder, 'data')
    await mkdir(data, { mode: 0o700 })
    await unpack(reader, manifest, data)
    await checkData(data, manifest)
    say('All files match the backup. Databases, counts, references, and images are intact')
    // A unique name, because the site process of a killed restore may still be about to open its folder.
    const copy = await mkdtemp(join(folder, 'copy-'))
    await copyData(data, manifest, copy)
    await checkStart(copy)
    say('The site starts and serves its home page')
    await removeFolder(copy)
    await mergeErasedLists(data, backup, options.erased)
    if (leads === 'sqlite') sayErased(await reapplyErasures(data), say)
    const database = databaseUrl && connectionOf(databaseUrl).address
    const step = { at: manifest.at, leads, count: counts.leads, database }
    await writeStep(folder, step)
    return step
  } finally {
    await backup.close()
  }
}

async function assertEmptyFolder(dataDir: string): Promise<void> {
  const found = await readdir(dataDir)
  // Linux creates `lost+found` in the root folder of a disk.
  const others = found.filter((name) => name !== restoringName && name !== 'lost+found')
  if (others.length === 0) return
  throw new OperatorError(
    `${dataDir} is not empty (${others.slice(0, 3).join(', ')}). Move these files, or set DATA_DIR to another folder`,
  )
}

function sayErased(erased: number, say: (text: string) => void): void {
  if (erased > 0) say(reappliedErasures(erased))
}

/** Copies the data for the check. Images are linked instead of copied because the site does not change them. */
async function copyData(data: string, { files }: Manifest, copy: string): Promise<void> {
  for (const { path } of files) {
    const [from, to] = [join(data, path), join(copy, path)]
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const copyOne = () => copyFile(from, to, constants.COPYFILE_FICLONE)
    await (isAsset(path) ? linkOrCopy(from, to, copyOne) : copyOne())
  }
}

/** Merges the erased lists of the newest backup and of the operator into the list of the restored data. */
async function mergeErasedLists(
  data: string,
  { reader, newest, manifest }: OpenBackup,
  operators: string | undefined,
): Promise<void> {
  const lists: string[] = []
  const file = newest.files.find(({ path }) => path === erasedListName)
  if (newest !== manifest && file) lists.push(await text(Readable.from(reader.bytesOf(file))))
  if (operators) {
    const list = await readFile(operators, 'utf8').catch((error: Error) => {
      throw new OperatorError(`The list ${operators} can't be read: ${error.message}`)
    })
    lists.push(list)
  }
  await new ErasedList(data).merge(lists)
}

/** Renames the folder before deleting it. A partly deleted folder would prevent the site from starting. */
async function removeAtOnce(folder: string): Promise<void> {
  const removed = join(dirname(folder), `.${randomUUID()}`)
  await rename(folder, removed).catch(() => {})
  await removeFolder(removed)
}
