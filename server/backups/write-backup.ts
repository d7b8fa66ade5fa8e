import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { leadsFile } from 'halvi-leads/files'
import { dataFiles, dumpName, leadsExportName } from '../data-folder/data-files.ts'
import { siteId } from '../data-folder/site-id.ts'
import { OperatorError } from '../operator-error.ts'
import { countContents } from '../snapshots/check-data.ts'
import { type Manifest, manifestFormat } from '../snapshots/manifest.ts'
import { exportLeads } from '../snapshots/postgres/export-leads.ts'
import { DatabaseReader } from './database-reader.ts'
import { FileWriter, inChunks } from './file-writer.ts'
import { chunkName, type RepositoryWriter } from './repository/repository.ts'

/** The data to back up. */
export interface Source {
  dataDir: string
  databaseUrl?: string | undefined
  /** The version of this program. */
  version: string
  /** Takes a line that an operator should know, though the backup is made. */
  warn(text: string): void
}

/**
 * Writes a consistent snapshot of a data folder into a repository, while a site may be writing to the folder.
 *
 * @param number the backup's position in the repository
 * @param previous the last backup in the repository, whose pictures need not be read again
 * @throws OperatorError when it could not be done; without a manifest, the chunks written are no backup
 */
export async function writeBackup(
  { dataDir, databaseUrl, version, warn }: Source,
  writer: RepositoryWriter,
  number: number,
  previous?: Manifest,
): Promise<Manifest> {
  if (!existsSync(dataDir)) throw new OperatorError(`There is no data in ${dataDir}`)
  const site = siteId(dataDir)
  const files = new FileWriter(writer)
  try {
    const { databases, others } = await dataFiles(dataDir, 'everything')
    if (databases.length === 0 && !databaseUrl) {
      throw new OperatorError(`There is no data in ${dataDir}`)
    }
    for (const name of [dumpName, leadsExportName]) {
      if (!existsSync(join(dataDir, name))) continue
      warn(`${name} in ${dataDir} is not in this backup: the name is reserved, so rename the file`)
    }
    // Before the databases: what these files say about them (`audit-head`) is in them by then.
    for (const path of others) await files.copy(dataDir, path)
    const { at, documents, drafts, assetFiles, people, missingReferences, ...inSqlite } =
      await writeDatabases(dataDir, databases, files)
    const { where, leads = inSqlite.leads } = await writeLeads(databaseUrl, databases, files)
    const lost = await writePictures(dataDir, assetFiles, files, writer, previous)
    if (lost > 0) warn(`${lost} pictures are lost: their files are not in ${dataDir}`)
    const manifest = {
      ...({ format: manifestFormat, version, site, at, number } as const),
      counts: { documents, drafts, pictures: assetFiles.length, people, leads },
      missing: { references: missingReferences.length, pictures: lost },
      leads: where,
      files: await files.end(),
    }
    await writer.putManifest(manifest)
    return manifest
  } catch (error) {
    await files.abort()
    throw error
  }
}

async function writeDatabases(dataDir: string, paths: string[], files: FileWriter) {
  const reader = new DatabaseReader(dataDir, paths)
  try {
    const at = new Date().toISOString()
    for (const path of paths) await files.write(path, reader.chunks(path))
    return { at, ...countContents(reader.databases) }
  } finally {
    reader.end()
  }
}

/** @throws OperatorError when PostgreSQL can't be read: a backup without the leads would pass for a whole one */
async function writeLeads(
  databaseUrl: string | undefined,
  databases: string[],
  files: FileWriter,
): Promise<{ where: Manifest['leads']; leads?: number }> {
  if (!databaseUrl) return { where: databases.includes(leadsFile) ? 'sqlite' : 'elsewhere' }
  const exported = await exportLeads(databaseUrl)
  if (!exported) return { where: 'elsewhere', leads: 0 }
  try {
    await files.write(leadsExportName, inChunks(exported.lines()))
    return { where: 'dump', leads: exported.leads }
  } finally {
    await exported.close()
  }
}

/** Reads only the pictures that the previous backup has not. Resolves to the number of those that are lost. */
async function writePictures(
  dataDir: string,
  needed: string[],
  files: FileWriter,
  { known, sealing }: RepositoryWriter,
  previous: Manifest | undefined,
): Promise<number> {
  const { pictures } = await dataFiles(dataDir, 'everything')
  const written = new Map(previous?.files.map((file) => [file.path, file]))
  for (const path of pictures) {
    const file = written.get(path)
    // A picture is named by its content.
    if (file?.chunks.every((chunk) => known.has(chunkName(chunk, sealing)))) files.reuse(file)
    else await files.copy(dataDir, path)
  }
  const found = new Set(pictures)
  return needed.filter((name) => !found.has(`lake/assets/${name}`)).length
}
