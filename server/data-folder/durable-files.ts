import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writePrivateFile } from 'halvi-runtime/files/private-files'

/** Writes a file of its owner's alone; it is whole, or as it was, also after a power cut. */
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

/** Removes a file or a folder for good, if it is there. */
export function removeWhole(path: string): void {
  rmSync(path, { force: true, recursive: true })
  sync(dirname(path))
}

/** Returns when a file, or the names in a folder, would outlast a power cut. */
export function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } catch (error) {
    // Some network drives sync no folders.
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error
  } finally {
    closeSync(handle)
  }
}

/** Resolves when a folder and all names below it would outlast a power cut. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) sync(join(entry.parentPath, entry.name))
  }
  sync(folder)
  sync(dirname(folder))
}
