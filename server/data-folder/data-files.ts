import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { leadsFile } from 'halvi-leads/files'

/** The files of a data folder. Paths are relative to it and use slashes. */
export interface DataFiles {
  databases: string[]
  /** Uploaded images and files. Their names are hashes of their content, so they never change. */
  assets: string[]
  others: string[]
}

/** Paths of the site's databases in the data folder. */
export const databaseFiles = [
  'lake/lake.db',
  'lake/comments/lake.db',
  'lake/users.db',
  leadsFile,
] as const

/** The path of one of the site's databases. */
export type DatabaseFile = (typeof databaseFiles)[number]

/** Returns the paths of the site's databases that exist. */
export const databasesIn = (dataDir: string): DatabaseFile[] =>
  databaseFiles.filter((path) => existsSync(join(dataDir, path)))

/** The file that contains the PostgreSQL leads in backups and snapshots. */
export const leadsExportName = 'postgres-leads.ndjson'

/** The equivalent file written by `pg_dump`, in backups and snapshots of 0.2.0 and earlier. */
export const dumpName = 'leads.dump'

/**
 * Files that are not backed up: the site can recreate them, they describe this machine, or their name is reserved.
 */
const excluded = [
  /^(pages|share-images|snapshots|lost\+found)$/,
  // The name is reserved for the export of the leads; this is an operator's file.
  /^(leads\.dump|postgres-leads\.ndjson)$/,
  /^(backups|upgrade)\.json$/,
  /^mail-sender$/,
  /^leads-index\.db/,
  /^lake\/assets\/(cache|incoming)$/,
  /(^|\/)lock\.db/,
  // Files that belong to a database and are read together with it.
  /-(wal|shm|journal)$/,
  // Unfinished files and folders, such as `.restoring`.
  /(^|\/)\.[^/]*$/,
  /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
]

/**
 * Which links and folders to follow. `everything` follows links, because images may be on another disk. `own` follows
 * neither links within `lake/` nor folders that an operator has created.
 */
type Reach = 'everything' | 'own'

/** Resolves to the files of a data folder that belong in a backup or snapshot. */
export async function dataFiles(dataDir: string, reach: Reach): Promise<DataFiles> {
  const files: DataFiles = { databases: [], assets: [], others: [] }
  await walk(dataDir, '', reach, files)
  return files
}

async function walk(dataDir: string, folder: string, reach: Reach, files: DataFiles) {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true })
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (excluded.some((pattern) => pattern.test(path))) continue
    const isFollowed = entry.isSymbolicLink() && (reach === 'everything' || path === 'lake')
    const found = isFollowed ? await target(join(dataDir, path)) : entry
    const isIn = reach === 'everything' || /^lake(\/|$)/.test(path)
    if (found?.isDirectory() && isIn) await walk(dataDir, path, reach, files)
    else if (found?.isFile()) kindOf(path, files).push(path)
  }
}

/** Resolves to the target of a link, or undefined if the target does not exist. */
async function target(path: string) {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

function kindOf(path: string, { databases, assets, others }: DataFiles): string[] {
  // Checked first, because an uploaded file may be named like a database.
  if (isAsset(path)) return assets
  return path.endsWith('.db') ? databases : others
}

/** Returns whether a path is that of an uploaded image or file. These are stored uncompressed in backups. */
export const isAsset = (path: string) => /^lake\/assets\/(images|files)\//.test(path)
