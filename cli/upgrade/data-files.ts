import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** SQLite's files in a data folder, each with what is counted in it before and after an upgrade. */
export const databases: Readonly<Record<string, readonly string[]>> = {
  'lake/lake.db': ['documents', 'transactions'],
  'lake/users.db': ['person'],
  'leads.db': ['lead'],
}

/** The databases that are there. */
export const databasesIn = (dataDir: string): string[] =>
  Object.keys(databases).filter((path) => existsSync(join(dataDir, path)))

/** Where the pictures and files of editors are: a file there is named by its hash, and never changed. */
const immutable = /^lake\/assets\//

/** What is made anew, belongs to the machine, or is of no version. */
const leftOut =
  /(^|\/)lock\.db|-(wal|shm)$|^leads-index\.db|^lake\/assets\/cache\/|^(backups|upgrade)\.json$/

/** Files of a data folder, by their paths within it, with slashes. */
export interface DataFiles {
  /** Databases, secrets and whatever else is written to in its place. */
  changing: string[]
  /** What is never written to again. */
  immutable: string[]
}

/**
 * All that a snapshot holds: the files directly in the folder, and those of the lake. Other folders are
 * made anew (pages/, share-images/), are snapshots, or are their operator's.
 */
export function dataFiles(dataDir: string): DataFiles {
  const top = readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
  const paths = [...top, ...filesBelow(dataDir, 'lake')].filter((path) => !leftOut.test(path))
  return {
    changing: paths.filter((path) => !immutable.test(path)),
    immutable: paths.filter((path) => immutable.test(path)),
  }
}

function filesBelow(dataDir: string, folder: string): string[] {
  const directory = join(dataDir, folder)
  if (!existsSync(directory)) return []
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dataDir, join(parentPath, name)).split(sep).join('/'))
}
