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
export interface BackupSource {
  dataDir: string
  databaseUrl?: string | undefined
  /** The version of the running program. */
  version: string
  /** Reports a problem to the operator that does not prevent the backup. */
  warn(text: string): void
}

/**
 * Writes a consistent snapshot of a data folder to a repository. The site may keep writing to the folder.
 *
 * @param number the backup's number in the repository
 * @param previous the last backup in the repository; its images are not read again
 * @throws OperatorError when the backup fails. Chunks already written don't count as a backup without a manifest
 */
export async function writeBackup(
  { dataDir, databaseUrl, version, warn }: BackupSource,
  writer: RepositoryWriter,
  number: number,
  previous?: Manifest,
): Promise<Manifest> {
  const site = siteId(dataDir)
  const files = new FileWriter(writer)
  try {
    const { databases, others } = await dataFiles(dataDir, 'everything')
    if (databases.length === 0 && !databaseUrl) {
      throw new OperatorError(`There is no data in ${dataDir}. Check DATA_DIR`)
    }
    for (const name of [dumpName, leadsExportName]) {
      if (!existsSync(join(dataDir, name))) continue
      warn(
        `${name} in ${dataDir} is not part of this backup because the name is reserved. Rename the file`,
      )
    }
    // These files come before the databases: the databases then contain everything that `audit-head` refers to.
    for (const path of others) await files.copy(dataDir, path)
    const { at, documents, drafts, assetFiles, people, missingReferences, ...inSqlite } =
      await writeDatabases(dataDir, databases, files)
    const { where, leads = inSqlite.leads } = await writeLeads(databaseUrl, databases, files)
    const lost = await writePictures(dataDir, assetFiles, files, writer, previous)
    if (lost > 0) warn(`${lost} images are missing: their files are not in ${dataDir}`)
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

/**
 * Writes the leads from PostgreSQL, if a database is set.
 *
 * @throws OperatorError when PostgreSQL can't be read: a backup without the leads would look complete
 */
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

/**
 * Writes the image files. Reuses the images in the previous backup. Resolves to the number of images whose files are
 * missing.
 */
async function writePictures(
  dataDir: string,
  needed: string[],
  files: FileWriter,
  { known, encryption }: RepositoryWriter,
  previous: Manifest | undefined,
): Promise<number> {
  const { assets } = await dataFiles(dataDir, 'everything')
  const written = new Map(previous?.files.map((file) => [file.path, file]))
  for (const path of assets) {
    const file = written.get(path)
    // An image's name is a hash of its content, so a file of the same name is unchanged.
    if (file?.chunks.every((chunk) => known.has(chunkName(chunk, encryption)))) files.reuse(file)
    else await files.copy(dataDir, path)
  }
  const found = new Set(assets)
  return needed.filter((name) => !found.has(`lake/assets/${name}`)).length
}

/** Throws an OperatorError if the data folder does not exist. */
export function assertHasData(dataDir: string): void {
  if (!existsSync(dataDir)) throw new OperatorError(`${dataDir} does not exist. Check DATA_DIR`)
}
