import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { leadsFile } from 'halvi-leads/files'

/** The files of a data folder, by paths relative to it, with slashes. */
export interface DataFiles {
  databases: string[]
  /** Originals of pictures and files, each named by its content, which never changes. */
  pictures: string[]
  others: string[]
}

/** The site's own databases. */
export const databaseFiles = ['lake/lake.db', 'lake/users.db', leadsFile] as const

/** A database of the site's own. */
export type DatabaseFile = (typeof databaseFiles)[number]

/** Returns the site's own databases that are there. */
export const databasesIn = (dataDir: string): DatabaseFile[] =>
  databaseFiles.filter((path) => existsSync(join(dataDir, path)))

/** The file with the leads of PostgreSQL, in backups and snapshots. */
export const leadsExportName = 'postgres-leads.ndjson'

/** The same as `pg_dump` wrote it, in those of 0.2.0 and earlier. */
export const dumpName = 'leads.dump'

/** Files that the site makes again, that are about this machine, or that have a reserved name. */
const leftOut = [
  /^(pages|share-images|snapshots|lost\+found)$/,
  // An operator's own file with a reserved name.
  /^(leads\.dump|postgres-leads\.ndjson)$/,
  /^(backups|upgrade)\.json$/,
  /^leads-index\.db/,
  /^lake\/assets\/(cache|incoming)$/,
  /(^|\/)lock\.db/,
  // Parts of a database, which are read with it.
  /-(wal|shm|journal)$/,
  // Unfinished files and folders, such as `.restoring`.
  /(^|\/)\.[^/]*$/,
  /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
]

/**
 * `everything`: links are followed, since pictures may be on another disk. `own`: neither links within `lake/` nor
 * folders that an operator has created are followed.
 */
type Reach = 'everything' | 'own'

/** Resolves to the files that a backup or a snapshot holds: those that can't be made again. */
export async function dataFiles(dataDir: string, reach: Reach): Promise<DataFiles> {
  const files: DataFiles = { databases: [], pictures: [], others: [] }
  await walk(dataDir, '', reach, files)
  return files
}

async function walk(dataDir: string, folder: string, reach: Reach, files: DataFiles) {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true })
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (leftOut.some((pattern) => pattern.test(path))) continue
    const isFollowed = entry.isSymbolicLink() && (reach === 'everything' || path === 'lake')
    const found = isFollowed ? await target(join(dataDir, path)) : entry
    const isIn = reach === 'everything' || /^lake(\/|$)/.test(path)
    if (found?.isDirectory() && isIn) await walk(dataDir, path, reach, files)
    else if (found?.isFile()) kindOf(path, files).push(path)
  }
}

/** Resolves to the target of a link; undefined where it is missing. */
async function target(path: string) {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

function kindOf(path: string, { databases, pictures, others }: DataFiles): string[] {
  // First: a file that staff have uploaded may be named like a database.
  if (isPicture(path)) return pictures
  return path.endsWith('.db') ? databases : others
}

/** Returns whether a path is that of an original, which is compressed already. */
export const isPicture = (path: string) => /^lake\/assets\/(images|files)\//.test(path)
