import { randomUUID } from 'node:crypto'
import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writePrivateFile } from 'halvi-runtime/files/private-files'

/**
 * Writes a file that only its owner can read. After a power failure, the file has either the old or the new content.
 */
export function writeDurably(file: string, text: string): void {
  const beside = `${file}.${randomUUID()}`
  try {
    writePrivateFile(beside, text)
    renameSync(beside, file)
    sync(dirname(file))
  } finally {
    rmSync(beside, { force: true })
  }
}

/** Deletes a file or folder if it exists. It stays deleted after a power failure. */
export function removeDurably(path: string): void {
  rmSync(path, { force: true, recursive: true })
  sync(dirname(path))
}

/** Returns whether an error means that the file system can't sync folders, as on some network drives. */
const isSyncUnsupported = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EINVAL'

/** Syncs a file, or the names in a folder, to disk so that it survives a power failure. */
export function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } catch (error) {
    if (!isSyncUnsupported(error)) throw error
  } finally {
    closeSync(handle)
  }
}

/** Syncs a file, or the names in a folder, like `sync`, but without blocking the process. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } catch (error) {
    if (!isSyncUnsupported(error)) throw error
  } finally {
    await handle.close()
  }
}

/** Syncs a folder and all folders below it, so that all names survive a power failure. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) sync(join(entry.parentPath, entry.name))
  }
  sync(folder)
  sync(dirname(folder))
}

/**
 * Copies a file from one folder to another and syncs it. Uses a copy-on-write clone where the file system supports
 * it.
 */
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

/** Links a file that never changes into another folder, or copies it if links are not possible. */
export async function linkInto(from: string, to: string, path: string): Promise<void> {
  await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
  await linkOrCopy(join(from, path), join(to, path), () => copyInto(from, to, path))
}

/**
 * Error codes of a failed link: some network drives don't support links, and links between disks are not possible.
 */
const linkErrors = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']

/** Links a file that never changes. Calls `copy` instead if links are not possible. */
export async function linkOrCopy(
  from: string,
  to: string,
  copy: () => Promise<void>,
): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!linkErrors.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    await copy()
  }
}
