import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { dataFiles } from '../../../server/data-folder/data-files.ts'
import { sync, syncFolders } from '../../../server/data-folder/durable-files.ts'
import { linkOr } from '../../../server/data-folder/link-file.ts'
import { CommandError } from '../../command.ts'
import { countRows } from '../data/counts.ts'
import type { Dump } from '../data/postgres.ts'
import { describe, type Manifest, readManifest, writeManifest } from './manifest.ts'

/** Where the snapshots of a data folder lie. */
export const snapshotsOf = (dataDir: string): string => join(dataDir, 'snapshots')

/** So many are kept. */
const kept = 2

/** What is being made, and counts for nothing. */
const unfinished = /\.(making|staged)$/

interface NewSnapshot {
  version: string
  before: Manifest['before']
  /** Writes the leads of PostgreSQL into a folder; absent where there are none, or they are left out. */
  dump?: ((folder: string) => Promise<Dump | undefined>) | undefined
}

/** A name that sorts by time, after all that are there. */
export async function snapshotName(dataDir: string, version: string): Promise<string> {
  const newest = (await listSnapshots(dataDir)).at(-1)?.manifest.at ?? ''
  const now = new Date().toISOString()
  // A clock that was set back must not make it the oldest, which goes first.
  const at = now > newest ? now : new Date(Date.parse(newest) + 1).toISOString()
  return `${at.replace(/[:.]/g, '-')}-${version}`
}

/**
 * Copies what a data folder holds as of now into `snapshots/<name>.making`: databases and secrets whole,
 * pictures as hard links. Its databases must be checkpointed, and nothing may write to it.
 *
 * @throws CommandError when there is no room for it; it is gone again then
 */
export async function makeSnapshot(dataDir: string, name: string, made: NewSnapshot) {
  const folder = join(snapshotsOf(dataDir), `${name}.making`)
  const { version, before } = made
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { databases, pictures, others } = await dataFiles(dataDir, 'own')
    const changing = [...databases, ...others]
    for (const path of changing) await copyInto(dataDir, folder, path)
    for (const path of pictures) await linkInto(dataDir, folder, path)
    const dump = await made.dump?.(folder)
    const manifest: Manifest = {
      format: 1,
      ...{ version, at: timeIn(name), before },
      counts: { ...countRows(folder), ...dump?.counts },
      files: [],
      ...(dump && { dump: { ...(await describe(folder, dump.path)), tables: dump.tables } }),
    }
    for (const path of [...changing, ...pictures]) {
      manifest.files.push(await describe(folder, path))
    }
    await writeManifest(folder, manifest)
    await syncFolders(folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw new CommandError(await noRoom(dataDir))
  }
}

/** Has a snapshot that was made count from now on. */
export async function keepSnapshot(dataDir: string, name: string): Promise<void> {
  const folder = snapshotsOf(dataDir)
  await rename(join(folder, `${name}.making`), join(folder, name))
  sync(folder)
}

/** All snapshots that are whole, the oldest first. */
export async function listSnapshots(dataDir: string) {
  const names = await readdir(snapshotsOf(dataDir)).catch(() => [])
  const found: { name: string; manifest: Manifest }[] = []
  for (const name of names.filter((each) => !unfinished.test(each)).sort()) {
    try {
      found.push({ name, manifest: readManifest(join(snapshotsOf(dataDir), name)) })
    } catch {
      // A folder of somebody's own, or of a newer version.
    }
  }
  return found
}

/** Removes all but the last two, and what was never finished. Nothing may be under way. */
export async function pruneSnapshots(dataDir: string): Promise<void> {
  const folder = snapshotsOf(dataDir)
  const former = (await listSnapshots(dataDir)).slice(0, -kept).map(({ name }) => name)
  const cut = (await readdir(folder).catch(() => [])).filter((name) => unfinished.test(name))
  for (const name of [...former, ...cut])
    await rm(join(folder, name), { recursive: true, force: true })
}

/** Copies a file, by reference where the file system can. Resolves when the disk has it. */
export async function copyInto(from: string, to: string, path: string): Promise<void> {
  const target = join(to, path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await copyFile(join(from, path), target, constants.COPYFILE_FICLONE)
  // Whoever has made it read-only wants it so.
  const file = await open(target, 'r')
  try {
    await file.chmod((await stat(join(from, path))).mode & 0o777)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Gives a file that nobody writes to a second name; copies it where that can't be. */
export async function linkInto(from: string, to: string, path: string): Promise<void> {
  await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
  await linkOr(join(from, path), join(to, path), () => copyInto(from, to, path))
}

const timeIn = (name: string) =>
  name.slice(0, 24).replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3}Z)/, 'T$1:$2:$3.$4')

async function noRoom(dataDir: string): Promise<string> {
  const { bavail, bsize } = await statfs(dataDir)
  let bytes = 0
  const { databases, others } = await dataFiles(dataDir, 'own')
  for (const path of [...databases, ...others]) bytes += (await stat(join(dataDir, path))).size
  const megabytes = (size: number) => `${Math.ceil(size / 1e6)} MB`
  const [needed, free] = [megabytes(bytes), megabytes(bavail * bsize)]
  return `There is no room for a snapshot: it takes ${needed}, and ${free} are free in ${dataDir}`
}
