import { existsSync } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { leadsFile } from 'halvi-leads/admin'

/** The files of a data folder. Paths are relative to it and use slashes. */
interface DataFiles {
  databases: string[]
  /** Uploaded images and files. Their names are hashes of their content, so they never change. */
  assets: string[]
  others: string[]
  /** The real paths of the data folder and all folders in it. */
  folders: string[]
}

/** Paths of the site's databases in the data folder. */
const databaseFiles = ['lake/lake.db', 'lake/comments/lake.db', 'lake/users.db', leadsFile]

/** Returns the paths of the site's databases that exist. */
export const databasesIn = (dataDir: string): string[] =>
  databaseFiles.filter((path) => existsSync(join(dataDir, path)))

/** Files that are not backed up: the site can recreate them, or they describe this machine. */
const excluded = [
  /^(images|pages|share-images|snapshots|languages\.json|lost\+found)$/,
  /^last-backup$/,
  /^lake\/assets\/(cache|incoming)$/,
  /(^|\/)lock\.(db|pid)/,
  // Files that belong to a database and are read together with it.
  /-(wal|shm|journal)$/,
  // Unfinished files and folders.
  /(^|\/)\.[^/]*$/,
  /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
]

/**
 * Resolves to the files of a data folder that belong in a backup. Follows links, because images may be on another
 * disk.
 */
export async function dataFiles(dataDir: string): Promise<DataFiles> {
  const files: DataFiles = { databases: databasesIn(dataDir), assets: [], others: [], folders: [] }
  await walk(dataDir, '', files)
  return files
}

async function walk(dataDir: string, folder: string, files: DataFiles): Promise<void> {
  files.folders.push(await realpath(join(dataDir, folder)))
  for (const name of (await readdir(join(dataDir, folder))).sort()) {
    const path = folder ? `${folder}/${name}` : name
    if (excluded.some((pattern) => pattern.test(path)) || databaseFiles.includes(path)) continue
    // A link whose target does not exist is left out.
    const found = await stat(join(dataDir, path)).catch(() => undefined)
    if (found?.isDirectory()) await walk(dataDir, path, files)
    else if (found?.isFile()) files[isAsset(path) ? 'assets' : 'others'].push(path)
  }
}

/** Returns whether a path is that of an uploaded image or file. */
export const isAsset = (path: string) => /^lake\/assets\/(images|files)\//.test(path)
