import { constants, rmSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isSyncUnsupported, sync } from 'halvi-runtime/files/private-files'

/** Deletes a file or folder if it exists. It stays deleted after a power failure. */
export function removeDurably(path: string): void {
  rmSync(path, { force: true, recursive: true })
  sync(dirname(path))
}

/** Syncs a file, or the names in a folder, like `sync`, but without blocking the process. */
export async function syncPath(path: string): Promise<void> {
  await using handle = await open(path)
  await handle.sync().catch((error) => {
    if (!isSyncUnsupported(error)) throw error
  })
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
  await using file = await open(target, 'r')
  // A file that an operator made read-only stays read-only.
  await file.chmod((await stat(join(from, path))).mode & 0o777)
  await file.sync()
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
