import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { leadsFile } from 'halvi-leads/files'
import { dataFiles, dumpName, leadsExportName } from '../../data-folder/data-files.ts'
import { BackupError } from '../backup-error.ts'
import { countContents } from '../count-contents.ts'
import { backupFormat, type Manifest } from '../place/manifest.ts'
import type { PlaceWriter } from '../place/place.ts'
import { chunkName } from '../place/place.ts'
import { exportLeads } from '../postgres/export-leads.ts'
import { siteId } from '../site-id.ts'
import { Snapshot } from './snapshot.ts'
import { FileStorer, inChunks } from './store-files.ts'

/** What is backed up, and how. */
export interface Taking {
  dataDir: string
  databaseUrl?: string | undefined
  writer: PlaceWriter
  /** This program's. */
  version: string
  /** The last backup in the place, whose pictures need not be read again. */
  previous?: Manifest | undefined
  /** Its place among the backups there. */
  number: number
  /** What an operator should know, though the backup is made; in one line. */
  warn(text: string): void
}

/**
 * Backs up a data folder, as of one consistent snapshot, while a site may be writing to it.
 *
 * @throws BackupError when it could not be done; what is in the place then counts as nothing
 */
export async function takeBackup(taking: Taking): Promise<Manifest> {
  const { dataDir, databaseUrl, writer, version, previous, number, warn } = taking
  if (!existsSync(dataDir)) throw new BackupError(`There are no data in ${dataDir}`)
  const site = siteId(dataDir)
  const storer = new FileStorer(writer)
  try {
    const { databases, others } = await dataFiles(dataDir, 'everything')
    if (databases.length === 0 && !databaseUrl) {
      throw new BackupError(`There are no data in ${dataDir}`)
    }
    for (const name of [dumpName, leadsExportName]) {
      if (!existsSync(join(dataDir, name))) continue
      warn(`${name} in ${dataDir} is not in this backup: the name is reserved, so rename the file`)
    }
    // Before the databases: what these files say of them (`audit-head`) is in them then.
    for (const path of others) await storer.storeFile(dataDir, path)
    const state = await storeDatabases(dataDir, databases, storer)
    const leads = await storeLeads(databaseUrl, databases, storer)
    const missing = await storePictures(dataDir, state.assetFiles, storer, previous, writer)
    if (missing > 0) warn(`${missing} pictures are lost: their files are not in ${dataDir}`)
    const files = await storer.end()
    const manifest: Manifest & { number: number } = {
      format: backupFormat,
      version,
      site,
      at: state.at,
      number,
      counts: {
        documents: state.documents,
        drafts: state.drafts,
        pictures: state.assetFiles.length,
        people: state.people,
        leads: leads.count ?? state.leads,
      },
      missing: { references: state.missingReferences.length, pictures: missing },
      leads: leads.where,
      files,
    }
    await writer.putManifest(manifest)
    return manifest
  } catch (error) {
    await storer.giveUp()
    throw error
  }
}

async function storeDatabases(dataDir: string, paths: string[], storer: FileStorer) {
  const snapshot = new Snapshot(dataDir, paths)
  try {
    const at = new Date().toISOString()
    for (const path of paths) await storer.store(path, snapshot.chunks(path))
    const counts = countContents((path) => snapshot.database(path))
    return { at, ...counts }
  } finally {
    snapshot.end()
  }
}

/**
 * Resolves to where the leads are, once they are in the backup.
 *
 * @throws BackupError when PostgreSQL can't be read: a backup without the leads would pass for a whole one
 */
async function storeLeads(
  databaseUrl: string | undefined,
  databases: string[],
  storer: FileStorer,
): Promise<{ where: Manifest['leads']; count?: number }> {
  if (!databaseUrl) return { where: databases.includes(leadsFile) ? 'sqlite' : 'elsewhere' }
  const found = await exportLeads(databaseUrl)
  if (!found) return { where: 'elsewhere', count: 0 }
  try {
    await storer.store(leadsExportName, inChunks(found.lines()))
    return { where: 'dump', count: found.leads }
  } finally {
    await found.close()
  }
}

/** Those that are there, read again only where the last backup has not got them. Resolves to how many are lost. */
async function storePictures(
  dataDir: string,
  needed: string[],
  storer: FileStorer,
  previous: Manifest | undefined,
  writer: PlaceWriter,
): Promise<number> {
  const { pictures } = await dataFiles(dataDir, 'everything')
  const stored = new Map(previous?.files.map((file) => [file.path, file]))
  for (const path of pictures) {
    const file = stored.get(path)
    // Its name is its content's.
    if (file?.chunks.every((chunk) => writer.known.has(chunkName(chunk, writer.sealing)))) {
      storer.reuse(file)
    } else await storer.storeFile(dataDir, path)
  }
  const there = new Set(pictures)
  return needed.filter((name) => !there.has(`lake/assets/${name}`)).length
}
