import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes a folder; processes of a site that has just ended in it may still be making files, for a moment. */
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}

/** Removes what is in a folder, but for names that begin so. */
export async function emptyBut(folder: string, kept: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(kept)) await removeFolder(join(folder, name))
  }
}
