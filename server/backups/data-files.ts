import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What is in the folder of the data, by paths relative to it. */
export interface DataFiles {
  databases: string[]
  /** Originals of pictures and files, each named by its content and never changed. */
  pictures: string[]
  others: string[]
}

/** Made anew when they are missing, or of this machine alone. */
const leftOut = [
  /^(pages|share-images|snapshots|lost\+found)$/,
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

/** Everything of a data folder that belongs into a backup. */
export async function dataFiles(dataDir: string): Promise<DataFiles> {
  const files: DataFiles = { databases: [], pictures: [], others: [] }
  await walk(dataDir, '', files)
  return files
}

async function walk(dataDir: string, folder: string, files: DataFiles): Promise<void> {
  for (const name of (await readdir(join(dataDir, folder))).sort()) {
    const path = folder ? `${folder}/${name}` : name
    if (leftOut.some((pattern) => pattern.test(path))) continue
    // Links are followed: pictures may lie on another disk.
    const found = await stat(join(dataDir, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (found?.isDirectory()) await walk(dataDir, path, files)
    else if (found?.isFile()) kindOf(path, files).push(path)
  }
}

function kindOf(path: string, { databases, pictures, others }: DataFiles): string[] {
  if (path.endsWith('.db')) return databases
  return isPicture(path) ? pictures : others
}

/** Whether a path is that of an original, which has been compressed by itself. */
export const isPicture = (path: string) => /^lake\/assets\/(images|files)\//.test(path)
