import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { sync } from 'halvi-runtime/files/private-files'
import { isAsset } from '../data-folder/data-files.ts'
import { OperatorError } from '../operator-error.ts'

/**
 * Moves the files of a snapshot into a data folder. Needs no additional space on the same disk. May be interrupted at
 * any time and called again. Afterwards the snapshot is empty.
 *
 * @param onFile called before each file, except images
 * @throws OperatorError when a file is neither in the snapshot nor in the data folder, before any file is moved
 */
export async function moveIntoPlace(
  from: string,
  paths: readonly string[],
  dataDir: string,
  onFile: (path: string) => void = () => {},
): Promise<void> {
  const isInSnapshot = (path: string) => existsSync(join(from, path))
  const lost = paths.find((path) => !isInSnapshot(path) && !existsSync(join(dataDir, path)))
  if (lost) throw new OperatorError(`The snapshot in ${from} is damaged: ${lost} is missing`)
  const changed = new Set([dataDir])
  for (const path of paths.filter(isInSnapshot)) {
    const target = join(dataDir, path)
    if (!isAsset(path)) onFile(path)
    // An image's name is a hash of its content, so a file of the same size is identical.
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
 * Returns the paths of all files in a folder, without database logs. libsql deletes logs late: it closes a database
 * only after its statements have been garbage collected.
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
  // Otherwise SQLite would apply the log of the replaced database to the new one.
  for (const end of ['-wal', '-shm']) rmSync(`${target}${end}`, { force: true })
  try {
    await rename(file, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // The target is on another disk. The file is copied beside it first, because only a rename replaces a file
    // atomically.
    const beside = join(dirname(target), `.${basename(target)}.moving`)
    await copyFile(file, beside)
    sync(beside)
    await rename(beside, target)
    await rm(file, { force: true })
  }
}
