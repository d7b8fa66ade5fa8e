import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ErasedList, erasedListName } from 'halvi-leads/erased-list'
import { isPicture } from '../../data-folder/data-files.ts'
import { linkOr, syncPath } from '../../data-folder/durable-files.ts'
import { lockFolder } from '../../data-folder/lock-folder.ts'
import { OperatorError, withOperatorError } from '../../operator-error.ts'
import { checkData } from '../../snapshots/check-data.ts'
import { checkSite } from '../../snapshots/check-site.ts'
import { isOlder, type Manifest } from '../../snapshots/manifest.ts'
import { connectionOf } from '../../snapshots/postgres/connect.ts'
import { assertEmptyDatabase } from '../../snapshots/postgres/import-leads.ts'
import { filesIn, putInPlace } from '../../snapshots/put-in-place.ts'
import { reappliedErasures, reapplyErasures } from '../../snapshots/reapply-erasures.ts'
import { type OpenBackup, type Origin, openBackup } from './open-backup.ts'
import { restoreLeads } from './restore-leads.ts'
import { type RestoreStep, readStep, restoringName, writeStep } from './restore-step.ts'
import { assertRoom, removeContents, removeFolder, sizeOf, unpack } from './unpack.ts'

/** A backup, and where it is restored to. */
interface Restore extends Origin {
  dataDir: string
  databaseUrl?: string | undefined
  /** A list of erased leads, besides those in the backups. */
  erased?: string | undefined
  /** The version of this program. */
  version: string
  /** Starts the site on a copy of the restored data; `checkSite` unless a test leaves it out. */
  look?: ((dataDir: string) => Promise<void>) | undefined
  /** Takes lines for the operator. */
  say(text: string): void
}

/**
 * Restores a backup into a data folder that is empty or missing. All files are written to a folder in it, checked,
 * and only then moved to their places; a restore that was interrupted while it moved them is finished.
 *
 * @throws OperatorError when it could not be done; then the folder is as empty as it was
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
      if (step) say(`Finishing an interrupted restore into ${dataDir}, of the backup of ${step.at}`)
      else {
        await assertEmptyFolder(dataDir)
        await removeContents(folder)
        step = await fill(options, folder)
      }
      sayErased(await restoreLeads(folder, step, databaseUrl, say), say)
      const data = join(folder, 'data')
      await putInPlace(data, filesIn(data), dataDir)
      done = true
    } finally {
      lock.release()
      // Otherwise the next call continues from the step.
      if (done || !(await readStep(folder))) await removeAtOnce(folder)
      if (!done && isNew) await rmdir(dataDir).catch(() => {})
    }
  })
}

/** Fills the folder of a restore with checked data. */
async function fill(options: Restore, folder: string): Promise<RestoreStep> {
  const { dataDir, databaseUrl, version, say, look = checkSite } = options
  const backup = await openBackup(options, folder)
  try {
    const { manifest, reader, newer } = backup
    say(`Backup of ${manifest.at}, made by ${manifest.version}, of site ${manifest.site}`)
    if (newer > 0) say(`${newer} are newer`)
    if (isOlder(manifest, version)) say('The next start brings it up to date')
    const { leads, counts, files } = manifest
    if (leads === 'dump') {
      if (!databaseUrl) {
        throw new OperatorError(
          'The backup has leads of PostgreSQL: set DATABASE_URL to an empty database',
        )
      }
      await assertEmptyDatabase(databaseUrl)
    }
    const copied = files.filter(({ path }) => !isPicture(path))
    await assertRoom(dataDir, sizeOf(files) + sizeOf(copied))
    const data = join(folder, 'data')
    await mkdir(data, { mode: 0o700 })
    await unpack(reader, manifest, data)
    await checkData(data, manifest)
    say('All files are as backed up; databases, counts, references, and pictures are intact')
    // A name of its own: the site of a killed restore may only now open its folder.
    const copy = await mkdtemp(join(folder, 'copy-'))
    await copyData(data, manifest, copy)
    await look(copy)
    say('The site starts and answers with its front page')
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
  // `lost+found` is at the root of a disk.
  const others = found.filter((name) => name !== restoringName && name !== 'lost+found')
  if (others.length === 0) return
  throw new OperatorError(
    `${dataDir} is not empty (${others.slice(0, 3).join(', ')}): move it away, or set another DATA_DIR`,
  )
}

function sayErased(erased: number, say: (text: string) => void): void {
  if (erased > 0) say(reappliedErasures(erased))
}

/** Copies what a start writes to; pictures are only read. */
async function copyData(data: string, { files }: Manifest, copy: string): Promise<void> {
  for (const { path } of files) {
    const [from, to] = [join(data, path), join(copy, path)]
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const copyOne = () => copyFile(from, to, constants.COPYFILE_FICLONE)
    await (isPicture(path) ? linkOr(from, to, copyOne) : copyOne())
  }
}

/** Adds to the erased list of a restored folder those of the newest backup and of the operator. */
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

/** Renames the folder first: half removed, it would keep the site from starting. */
async function removeAtOnce(folder: string): Promise<void> {
  const removed = join(dirname(folder), `.${randomUUID()}`)
  await rename(folder, removed).catch(() => {})
  await removeFolder(removed)
}
