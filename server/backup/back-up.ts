import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { dataFiles } from '../data-folder/data-files.ts'
import { copyDatabase, copyPrivate, linkOrCopy, syncFolders } from '../data-folder/durable-files.ts'
import { OperatorError, withOperatorError } from '../operator-error.ts'
import { recordBackup } from './last-backup.ts'
import { manifestName, writeManifest } from './manifest.ts'
import { dumpLeads, dumpName } from './postgres.ts'

/** Where the data of a site is. */
export interface DataAddress {
  dataDir: string
  databaseUrl?: string | undefined
}

/**
 * Copies all data of a site to a folder, while the site may run: databases as of one moment, images as links where the
 * disk allows it, secrets, and the leads of PostgreSQL. Replaces an earlier backup in that folder when the new one is
 * complete. Resolves to the number of files.
 *
 * @throws OperatorError when the backup fails; an earlier backup in the folder is then unchanged
 */
export async function backUp({ dataDir, databaseUrl }: DataAddress, folder: string) {
  if (!existsSync(dataDir)) throw new OperatorError(`${dataDir} does not exist. Check DATA_DIR`)
  if (!/^\.\.(\/|$)/.test(relative(resolve(dataDir), resolve(folder)))) {
    throw new OperatorError(`${folder} is in DATA_DIR. Choose a folder outside of it`)
  }
  return withOperatorError(folder, async () => {
    await assertReplaceable(folder)
    const unfinished = `${folder}.unfinished`
    try {
      await rm(unfinished, { recursive: true, force: true })
      await mkdir(unfinished, { recursive: true, mode: 0o700 })
      const paths = await copyData({ dataDir, databaseUrl }, unfinished)
      await writeManifest(unfinished, paths)
      await syncFolders(unfinished)
      await rm(folder, { recursive: true, force: true })
      await rename(unfinished, folder)
      recordBackup(dataDir)
      return paths.length
    } finally {
      await rm(unfinished, { recursive: true, force: true })
    }
  })
}

/** Checks that a folder is missing, empty, or an earlier backup. @throws OperatorError otherwise */
async function assertReplaceable(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const names = await readdir(folder)
  if (names.length === 0 || names.includes(manifestName)) return
  throw new OperatorError(`${folder} has other files. Choose an empty folder, or a new one`)
}

async function copyData({ dataDir, databaseUrl }: DataAddress, folder: string): Promise<string[]> {
  const { databases, others } = await dataFiles(dataDir)
  // Before the databases: an erased lead is on the list of erased leads before it is erased.
  for (const path of others) await copyPrivate(join(dataDir, path), join(folder, path))
  for (const path of databases) copyDatabase(join(dataDir, path), join(folder, path))
  if (databaseUrl) await dumpLeads(databaseUrl, join(folder, dumpName))
  // After the databases, which then refer to no image that is not in the backup.
  const { assets } = await dataFiles(dataDir)
  for (const path of assets) await linkOrCopy(join(dataDir, path), join(folder, path))
  return [...others, ...databases, ...(databaseUrl ? [dumpName] : []), ...assets]
}
