import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sync } from 'halvi-kit/files/private-files'
import { StartError } from 'halvi-kit/processes/start-error'
import { ErasedList, holdMail, leadsFile, reapplyErasures, withTools } from 'halvi-leads/admin'
import Database from 'libsql'
import { databasesIn, isAsset } from '../data-folder/data-files.ts'
import { copyPrivate, linkOrCopy, syncFolders } from '../data-folder/durable-files.ts'
import { OperatorError, withOperatorError } from '../operator-error.ts'
import type { DataAddress } from './back-up.ts'
import { manifestName, readManifest } from './manifest.ts'
import { dumpName, restoreLeads } from './postgres.ts'

/** The folder in a data folder that a restore fills before it moves the files to their places. */
const restoringName = '.restoring'

/** The result of a restore. */
interface Restored {
  /** When the backup was made, ISO 8601 in UTC. */
  at: string
  /** Number of leads that were erased again, because they are on a list of erased leads. */
  erasedAgain: number
}

/**
 * Restores a backup into an empty or missing data folder, and its leads of PostgreSQL into a database without leads.
 * Checks all files first. Erases again the leads that were erased after the backup, and puts mail on hold.
 *
 * @param erased path of a newer list of erased leads
 * @throws OperatorError when the restore fails; the data folder is then as empty as before
 */
export function restore(
  { dataDir, databaseUrl }: DataAddress,
  folder: string,
  erased?: string,
): Promise<Restored> {
  const work = join(dataDir, restoringName)
  return withOperatorError(dataDir, async () => {
    const isNew = !existsSync(dataDir)
    await assertEmpty(dataDir)
    const { at, files } = await readManifest(folder)
    const manifest = await readFile(join(folder, manifestName))
    const paths = files.map(({ path }) => path)
    const hasDump = paths.includes(dumpName)
    if (hasDump && !databaseUrl) {
      throw new OperatorError(
        'The backup has leads of PostgreSQL. Set DATABASE_URL to a database without leads',
      )
    }
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    // Fails if another restore into this folder has started.
    await mkdir(work, { mode: 0o700 })
    try {
      for (const path of paths.filter((path) => path !== dumpName)) {
        await (isAsset(path) ? linkOrCopy : copyPrivate)(join(folder, path), join(work, path))
      }
      if (!manifest.equals(await readFile(join(folder, manifestName)))) {
        throw new OperatorError(`A backup to ${folder} has finished meanwhile. Try again`)
      }
      for (const path of databasesIn(work)) assertIntact(work, path)
      if (erased) await new ErasedList(work).merge([await readFile(erased, 'utf8')])
      if (hasDump && databaseUrl) await restoreLeads(databaseUrl, join(folder, dumpName))
      const source = { dataDir: work, ...(hasDump && { databaseUrl }) }
      const hasErased = (await new ErasedList(work).read()).length > 0
      const { emptied: erasedAgain } = hasErased
        ? await withTools(source, reapplyErasures)
        : { emptied: 0 }
      // Queued messages may have been sent since the backup.
      if (hasDump || existsSync(join(work, leadsFile))) await withTools(source, holdMail)
      await syncFolders(work)
      await assertEmpty(dataDir, restoringName)
      for (const name of await readdir(work)) await rename(join(work, name), join(dataDir, name))
      sync(dataDir)
      return { at, erasedAgain }
    } finally {
      await rm(work, { recursive: true, force: true })
      if (isNew) await rmdir(dataDir).catch(() => {})
    }
  })
}

/** Checks that nothing else is in a data folder. @throws OperatorError otherwise */
async function assertEmpty(dataDir: string, except?: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => [])
  // Linux creates `lost+found` in the root folder of a disk.
  if (names.every((name) => name === 'lost+found' || name === except)) return
  throw new OperatorError(
    `${dataDir} is not empty. Stop the site, move the folder away, and try again`,
  )
}

function assertIntact(folder: string, path: string): void {
  const database = new Database(join(folder, path))
  try {
    const [first] = database.pragma('quick_check') as { quick_check: string }[]
    if (first?.quick_check === 'ok') return
    throw new OperatorError(`${path} in the backup is damaged: ${first?.quick_check}`)
  } finally {
    database.close()
  }
}

/** Checks that no restore into a data folder was interrupted. @throws StartError otherwise */
export function assertNotHalfRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, restoringName))) return
  throw new StartError(
    `A restore into ${dataDir} was interrupted. Empty the folder, and run halvi restore again`,
  )
}
