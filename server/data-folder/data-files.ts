import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { leadsFile } from 'halvi-leads/files'

/** What is in the folder of the data, by paths relative to it, with slashes. */
export interface DataFiles {
  databases: string[]
  /** Originals of pictures and files, each named by its content and never changed. */
  pictures: string[]
  others: string[]
}

/** The site's own databases. */
export const databaseFiles = ['lake/lake.db', 'lake/users.db', leadsFile] as const

/** A database of the site's own. */
export type DatabaseFile = (typeof databaseFiles)[number]

/** The site's own databases that are there. */
export const databasesIn = (dataDir: string): DatabaseFile[] =>
  databaseFiles.filter((path) => existsSync(join(dataDir, path)))

/** The file with the leads of PostgreSQL, in backups. */
export const leadsExportName = 'postgres-leads.ndjson'

/** The same as `pg_dump` writes it, in snapshots and in backups of earlier versions. */
export const dumpName = 'leads.dump'

/** Made anew when they are missing, of this machine alone, or called like something of ours. */
const leftOut = [
  /^(pages|share-images|snapshots|lost\+found)$/,
  // Somebody's own file of such a name: see `leadsExportName`.
  /^(leads\.dump|postgres-leads\.ndjson)$/,
  /^(backups|upgrade)\.json$/,
  /^leads-index\.db/,
  /^lake\/assets\/(cache|incoming)$/,
  /(^|\/)lock\.db/,
  // They belong to a database, and are read with it.
  /-(wal|shm|journal)$/,
  // Not finished yet, or somebody's work: `.restoring`, and files beside which they get their name.
  /(^|\/)\.[^/]*$/,
  /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
]

/**
 * How far it is looked: at `everything`, through links as well, since pictures may lie on another disk; or at
 * what is the site's `own`, neither behind links within `lake/` nor in folders that an operator has put there.
 */
type Reach = 'everything' | 'own'

/** All of a data folder that can't be made anew: what a backup and a snapshot hold. */
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

/** What a link leads to; undefined where that is gone. */
async function target(path: string) {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

function kindOf(path: string, { databases, pictures, others }: DataFiles): string[] {
  // Whatever it is called: a file that staff have uploaded may be named like a database.
  if (isPicture(path)) return pictures
  return path.endsWith('.db') ? databases : others
}

/** Whether a path is that of an original, which has been compressed by itself. */
export const isPicture = (path: string) => /^lake\/assets\/(images|files)\//.test(path)
