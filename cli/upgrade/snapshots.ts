import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { leadsFile } from 'halvi-leads/files'
import { sync } from 'halvi-runtime/files/private-files'
import {
  type DatabaseFile,
  dataFiles,
  isAsset,
  leadsExportName,
} from '../../server/data-folder/data-files.ts'
import { copyInto, linkInto, syncFolders } from '../../server/data-folder/durable-files.ts'
import { OperatorError } from '../../server/operator-error.ts'
import {
  type Counts,
  decodeEarlierManifest,
  decodeManifest,
  encodeManifest,
  type Manifest,
  manifestFormat,
  type SnapshotFile,
} from '../../server/snapshots/manifest.ts'
import { exportLeads } from '../../server/snapshots/postgres/export-leads.ts'
import { hasTable, readDatabase } from './data/read-database.ts'

/** Returns the folder of the snapshots of a data folder, or with a name, the folder of that snapshot. */
export const snapshotsOf = (dataDir: string, name = ''): string => join(dataDir, 'snapshots', name)

const maxSnapshots = 2

/** Matches the names of incomplete snapshots, and of copies that a rollback has used. */
const unfinished = /\.(making|staged)$/

const manifestName = 'manifest.json'

/** Returns the manifest of a snapshot's folder. @throws OperatorError if it is missing or damaged */
export function readManifest(folder: string): Manifest {
  const path = join(folder, manifestName)
  if (!existsSync(path)) throw new OperatorError(`There is no snapshot in ${folder}`)
  const bytes = readFileSync(path)
  if (bytes.includes('"checksum":')) return decodeManifest(bytes, path)
  try {
    return decodeEarlierManifest(bytes.toString())
  } catch {
    throw new OperatorError(`${path} is damaged or was written by a newer version`)
  }
}

/**
 * Resolves to a name for a new snapshot. Names start with the time, and the new one sorts after all existing ones.
 */
export async function snapshotName(dataDir: string, version: string): Promise<string> {
  const newest = (await listSnapshots(dataDir)).at(-1)?.manifest.at ?? ''
  const now = new Date().toISOString()
  // If the clock was set back, the new snapshot would sort as the oldest one, and be removed first.
  const at = now > newest ? now : new Date(Date.parse(newest) + 1).toISOString()
  return `${at.replace(/[:.]/g, '-')}-${version}`
}

const timeIn = (name: string) =>
  name.slice(0, 24).replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3}Z)/, 'T$1:$2:$3.$4')

/**
 * Copies a data folder to `snapshots/<name>.making`. Copies databases and secrets, links images, and with
 * `databaseUrl` exports the leads from PostgreSQL. The databases must be checkpointed, and no process may write to
 * the folder.
 *
 * @throws OperatorError if the disk is full; then the incomplete snapshot is removed
 */
export async function makeSnapshot(
  dataDir: string,
  name: string,
  about: Required<Pick<Manifest, 'version' | 'before'>>,
  databaseUrl?: string,
): Promise<void> {
  const folder = snapshotsOf(dataDir, `${name}.making`)
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { databases, assets, others } = await dataFiles(dataDir, 'own')
    const paths = [...databases, ...others, ...assets]
    for (const path of paths) await (isAsset(path) ? linkInto : copyInto)(dataDir, folder, path)
    const counts = countRows(folder)
    const leads = databaseUrl ? await exportInto(folder, databaseUrl) : undefined
    if (leads !== undefined) paths.push(leadsExportName)
    const files: SnapshotFile[] = []
    for (const path of paths) files.push(await manifestEntry(folder, path))
    const manifest: Manifest = {
      ...{ ...about, format: manifestFormat, at: timeIn(name), files },
      counts: { ...counts, pictures: assets.length, ...(leads !== undefined && { leads }) },
      missing: { references: 0, pictures: 0 },
      leads: leads === undefined ? 'sqlite' : 'dump',
    }
    const options = { mode: 0o600, flush: true }
    await writeFile(join(folder, manifestName), encodeManifest(manifest), options)
    await syncFolders(folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw new OperatorError(await diskFullMessage(dataDir))
  }
}

/**
 * Exports the leads from PostgreSQL to a file in `folder`. Resolves to their number, or to undefined if the database
 * has no tables yet.
 */
async function exportInto(folder: string, databaseUrl: string): Promise<number | undefined> {
  const exported = await exportLeads(databaseUrl)
  if (!exported) return undefined
  try {
    const file = createWriteStream(join(folder, leadsExportName), { mode: 0o600, flush: true })
    await pipeline(Readable.from(exported.lines()), file)
    return exported.leads
  } finally {
    await exported.close()
  }
}

async function diskFullMessage(dataDir: string): Promise<string> {
  const { bavail, bsize } = await statfs(dataDir)
  let bytes = 0
  const { databases, others } = await dataFiles(dataDir, 'own')
  for (const path of [...databases, ...others]) bytes += (await stat(join(dataDir, path))).size
  const [needed, free] = [bytes, bavail * bsize].map((size) => `${Math.ceil(size / 1e6)} MB`)
  return `The disk is too full for a snapshot: it needs ${needed}, and ${free} are free in ${dataDir}`
}

/** Marks a snapshot as complete by renaming its folder. */
export async function completeSnapshot(dataDir: string, name: string): Promise<void> {
  await rename(snapshotsOf(dataDir, `${name}.making`), snapshotsOf(dataDir, name))
  sync(snapshotsOf(dataDir))
}

/** Resolves to all complete snapshots, oldest first. */
export async function listSnapshots(dataDir: string) {
  const names = await readdir(snapshotsOf(dataDir)).catch(() => [])
  const found: { name: string; manifest: Manifest }[] = []
  for (const name of names.filter((each) => !unfinished.test(each)).sort()) {
    try {
      found.push({ name, manifest: readManifest(snapshotsOf(dataDir, name)) })
    } catch {
      // Not a snapshot, or a snapshot of a newer version.
    }
  }
  return found
}

/** Removes incomplete snapshots, and all complete ones except the last two. No upgrade or rollback may be running. */
export async function pruneSnapshots(dataDir: string): Promise<void> {
  const expired = (await listSnapshots(dataDir)).slice(0, -maxSnapshots).map(({ name }) => name)
  const names = await readdir(snapshotsOf(dataDir)).catch(() => [])
  for (const name of [...expired, ...names.filter((each) => unfinished.test(each))]) {
    await rm(snapshotsOf(dataDir, name), { recursive: true, force: true })
  }
}

/**
 * Checks all files of a snapshot. Resolves to its manifest.
 *
 * @throws OperatorError that names the first damaged file
 */
export async function verifySnapshot(dataDir: string, name: string): Promise<Manifest> {
  const folder = snapshotsOf(dataDir, name)
  const manifest = readManifest(folder)
  for (const { path, size, sha256 } of manifest.files) {
    const found = statSync(join(folder, path), { throwIfNoEntry: false })
    if (found?.size === size && (await manifestEntry(folder, path)).sha256 === sha256) continue
    throw new OperatorError(`The snapshot ${name} is damaged: ${path} was changed or is missing`)
  }
  return manifest
}

/**
 * Copies a snapshot, so that the copy can replace the data. Resolves to the folder of the copy. If the disk is full,
 * it fails before any data is changed.
 */
export async function stageSnapshot(dataDir: string, name: string): Promise<string> {
  const from = snapshotsOf(dataDir, name)
  const staged = `${from}.staged`
  try {
    await rm(staged, { recursive: true, force: true })
    for (const { path } of readManifest(from).files) {
      await (isAsset(path) ? linkInto : copyInto)(from, staged, path)
    }
    await copyInto(from, staged, manifestName)
    await syncFolders(staged)
    return staged
  } catch (error) {
    await rm(staged, { recursive: true, force: true })
    throw error
  }
}

/** Resolves to the manifest entry of a file: its path, size, and hash. */
export async function manifestEntry(folder: string, path: string): Promise<SnapshotFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, path), { highWaterMark: 1 << 20 }), hash)
  const { size } = statSync(join(folder, path))
  return { path, size, sha256: hash.digest('hex'), chunks: [] }
}

/** Counts the rows in the databases of a data folder or a snapshot, which may be of an earlier version. */
export function countRows(folder: string): Required<Counts> {
  const count = (path: DatabaseFile, table: string, where = '') => {
    const file = join(folder, path)
    if (!existsSync(file) || !hasTable(file, table)) return 0
    const select = `select count(*) from ${table} ${where}`
    return readDatabase<{ rows: number }>(file, ['rows'], select)[0]?.rows ?? 0
  }
  const unpublished = "where id like 'drafts.%' or id like 'versions.%'"
  const drafts = count('lake/lake.db', 'documents', unpublished)
  return {
    documents: count('lake/lake.db', 'documents') - drafts,
    drafts,
    pictures: 0,
    transactions: count('lake/lake.db', 'transactions'),
    people: count('lake/users.db', 'person'),
    leads: count(leadsFile, 'lead'),
  }
}
