import { existsSync, rmSync, statSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { erasedListName } from 'halvi-leads/erased-list'
import { leadsIndexFile } from 'halvi-leads/files'
import { databaseFiles, isPicture } from '../../../server/data-folder/data-files.ts'
import { sync, syncFolders } from '../../../server/data-folder/durable-files.ts'
import { CommandError } from '../../command.ts'
import type { OnStep } from '../on-step.ts'
import { isSound, type Manifest, manifestName, readManifest } from './manifest.ts'
import { copyInto, linkInto, snapshotsOf } from './snapshot.ts'

/**
 * Finds out whether a snapshot is as it was made.
 *
 * @throws CommandError naming the first file that is not
 */
export async function verifySnapshot(dataDir: string, name: string): Promise<Manifest> {
  const folder = join(snapshotsOf(dataDir), name)
  const manifest = readManifest(folder)
  for (const file of [...manifest.files, ...(manifest.dump ? [manifest.dump] : [])]) {
    if (await isSound(folder, file)) continue
    throw new CommandError(`The snapshot ${name} is damaged: ${file.path} is not as it was`)
  }
  return manifest
}

/**
 * Copies a snapshot into `snapshots/<name>.staged`, from where `moveBack` takes it: what can't be copied,
 * for want of room, has changed nothing.
 */
export async function stage(dataDir: string, name: string): Promise<string> {
  const from = join(snapshotsOf(dataDir), name)
  const staged = `${from}.staged`
  const { files, dump } = readManifest(from)
  try {
    await rm(staged, { recursive: true, force: true })
    for (const { path } of files) {
      if (isPicture(path)) await linkInto(from, staged, path)
      else await copyInto(from, staged, path)
    }
    if (dump) await linkInto(from, staged, dump.path)
    await copyInto(from, staged, manifestName)
    await syncFolders(staged)
  } catch (error) {
    await rm(staged, { recursive: true, force: true })
    throw error
  }
  return `${name}.staged`
}

/**
 * Moves the files of a snapshot to where they belong, which takes no room on the same disk, and removes the databases that
 * were not there when it was made, the index of leads and the kept pages, which are made anew. May be cut
 * short at any moment, and be called again. The snapshot is used up afterwards.
 *
 * @throws CommandError when a file is neither sound in the snapshot nor in its place; nothing was changed
 *   then, unless by a call before
 */
export async function moveBack(dataDir: string, name: string, onStep: OnStep): Promise<Manifest> {
  const from = join(snapshotsOf(dataDir), name)
  const manifest = readManifest(from)
  const toMove: string[] = []
  for (const file of manifest.files) {
    // Who was erased since stays on the list, to be erased again.
    if (file.path === erasedListName && existsSync(join(dataDir, erasedListName))) continue
    if (isSameFile(join(from, file.path), join(dataDir, file.path))) continue
    // On another disk it is no second name of the same file.
    if (isPicture(file.path) && (await isSound(dataDir, file))) continue
    if (await isSound(from, file)) toMove.push(file.path)
    // Moved already, before this was cut short.
    else if (existsSync(join(from, file.path)) || !(await isSound(dataDir, file))) {
      throw new CommandError(`The snapshot ${name} is damaged: ${file.path} is not as it was`)
    }
  }
  const changed = new Set<string>()
  for (const path of toMove) {
    const target = join(dataDir, path)
    if (!isPicture(path)) onStep(`put back ${path}`)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const beside = await bringBeside(join(from, path), target)
    // Of the database that is to be replaced: beside another one it would be written into that.
    for (const end of ['-wal', '-shm']) rmSync(`${target}${end}`, { force: true })
    await rename(beside, target)
    await rm(join(from, path), { force: true })
    changed.add(dirname(target))
  }
  const there = new Set(manifest.files.map(({ path }) => path))
  for (const path of ['version.json', ...databaseFiles]) {
    if (!there.has(path)) removeDatabase(join(dataDir, path))
  }
  removeDatabase(join(dataDir, leadsIndexFile))
  await rm(join(dataDir, 'pages'), { recursive: true, force: true })
  for (const folder of [...changed, dataDir]) sync(folder)
  return manifest
}

/** A file's path, or that of a copy beside `target` where this is on another disk: only within one, files are moved. */
async function bringBeside(file: string, target: string): Promise<string> {
  if (statSync(file).dev === statSync(dirname(target)).dev) return file
  const copy = `${target}.put-back`
  await copyFile(file, copy)
  sync(copy)
  return copy
}

function removeDatabase(file: string): void {
  for (const end of ['-wal', '-shm', '']) rmSync(`${file}${end}`, { force: true })
}

/** Whether both names are of one file, as pictures have. */
function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }))
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev
}
