import { randomUUID } from 'node:crypto'
import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writePrivateFile } from 'halvi-runtime/files/private-files'

/** Writes a file for its owner alone; after a power cut it is whole, or as it was. */
export function writeWhole(file: string, text: string): void {
  const beside = `${file}.${randomUUID()}`
  try {
    writePrivateFile(beside, text)
    renameSync(beside, file)
    sync(dirname(file))
  } finally {
    rmSync(beside, { force: true })
  }
}

/** Removes a file or a folder, if it is there; it stays removed after a power cut. */
export function removeWhole(path: string): void {
  rmSync(path, { force: true, recursive: true })
  sync(dirname(path))
}

/** Some network drives sync no folders. */
const canNotSync = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EINVAL'

/** Returns when a file, or the names in a folder, would survive a power cut. */
export function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } catch (error) {
    if (!canNotSync(error)) throw error
  } finally {
    closeSync(handle)
  }
}

/** The same as `sync`, without blocking the process. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } catch (error) {
    if (!canNotSync(error)) throw error
  } finally {
    await handle.close()
  }
}

/** Resolves when a folder and all names below it would survive a power cut. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) sync(join(entry.parentPath, entry.name))
  }
  sync(folder)
  sync(dirname(folder))
}

/** Copies a file of one folder into another, by reference where the file system can. It survives a power cut. */
export async function copyInto(from: string, to: string, path: string): Promise<void> {
  const target = join(to, path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await copyFile(join(from, path), target, constants.COPYFILE_FICLONE)
  const file = await open(target, 'r')
  try {
    // A file that an operator made read-only stays read-only.
    await file.chmod((await stat(join(from, path))).mode & 0o777)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Gives a file that nobody writes to a second name in another folder, or copies it there. */
export async function linkInto(from: string, to: string, path: string): Promise<void> {
  await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
  await linkOr(join(from, path), join(to, path), () => copyInto(from, to, path))
}

/** Some network drives have no links, and no file can be linked from another disk. */
const canNotLink = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']

/** Gives a file that nobody writes to a second name; calls `copy` where that can't be done. */
export async function linkOr(from: string, to: string, copy: () => Promise<void>): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!canNotLink.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    await copy()
  }
}
