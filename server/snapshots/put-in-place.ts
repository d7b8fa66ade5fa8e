import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { isPicture } from '../data-folder/data-files.ts'
import { sync } from '../data-folder/durable-files.ts'
import { OperatorError } from '../operator-error.ts'

/**
 * Moves the files of a snapshot to their places in a data folder, which takes no room on the same disk. It may be
 * interrupted at any moment, and called again; the snapshot is used up afterwards.
 *
 * @param onFile called before each file other than a picture
 * @throws OperatorError for a file that is neither in the snapshot nor in its place, before anything is moved
 */
export async function putInPlace(
  from: string,
  paths: readonly string[],
  dataDir: string,
  onFile: (path: string) => void = () => {},
): Promise<void> {
  const isThere = (path: string) => existsSync(join(from, path))
  const lost = paths.find((path) => !isThere(path) && !existsSync(join(dataDir, path)))
  if (lost) throw new OperatorError(`The snapshot in ${from} is damaged: ${lost} is missing`)
  const changed = new Set([dataDir])
  for (const path of paths.filter(isThere)) {
    const target = join(dataDir, path)
    if (!isPicture(path)) onFile(path)
    // A picture is named by its content: with the same size it is the same.
    else if (sizeOf(join(from, path)) === sizeOf(target)) continue
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await move(join(from, path), target)
    for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
      changed.add(join(dataDir, parent))
    }
  }
  for (const folder of changed) sync(folder)
}

/**
 * Returns the paths of all files in a folder. Without the logs of databases: libsql closes a database, and removes
 * its logs, only once its statements are collected as garbage.
 */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size

async function move(file: string, target: string): Promise<void> {
  // The log of the database that is replaced would be applied to its successor.
  for (const end of ['-wal', '-shm']) rmSync(`${target}${end}`, { force: true })
  try {
    await rename(file, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // On another disk: only a rename replaces a file at once.
    const beside = join(dirname(target), `.${basename(target)}.moving`)
    await copyFile(file, beside)
    sync(beside)
    await rename(beside, target)
    await rm(file, { force: true })
  }
}
