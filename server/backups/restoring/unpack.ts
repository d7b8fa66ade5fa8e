import { mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolders } from '../../data-folder/durable-files.ts'
import { OperatorError } from '../../operator-error.ts'
import type { Manifest, SnapshotFile } from '../../snapshots/manifest.ts'
import { BoundedTasks } from '../bounded-tasks.ts'
import type { RepositoryReader } from '../repository/repository.ts'

/** @throws OperatorError when a folder's disk has no room for that many bytes */
export async function assertRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const room = bavail * bsize
  if (room >= bytes) return
  throw new OperatorError(
    `The disk of ${folder} has too little room: ${megabytes(bytes)} are needed, ${megabytes(room)} are free`,
  )
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`

/** Returns how many bytes files have. */
export const sizeOf = (files: readonly SnapshotFile[]) =>
  files.reduce((sum, { size }) => sum + size, 0)

/**
 * Writes all files of a backup into a folder, for their owner alone, and checks the size and hash of each. When it
 * resolves, files and folders survive a power cut.
 *
 * @throws OperatorError naming the first file that is damaged or missing
 */
export async function unpack(
  reader: RepositoryReader,
  { files }: Manifest,
  folder: string,
): Promise<void> {
  for (const parent of new Set(files.map(({ path }) => dirname(join(folder, path))))) {
    await mkdir(parent, { recursive: true, mode: 0o700 })
  }
  const writing = new BoundedTasks()
  try {
    for (const file of files) {
      await writing.add(async () => {
        await using handle = await open(join(folder, file.path), 'wx', 0o600)
        for await (const bytes of reader.bytesOf(file)) await handle.writeFile(bytes)
        await handle.sync()
      })
    }
  } finally {
    await writing.end()
  }
  await syncFolders(folder)
}

/** Removes a folder, in which processes of a site that has just ended may still create files for a moment. */
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}

/** Removes everything in a folder but its lock. */
export async function removeContents(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('lock.db')) await removeFolder(join(folder, name))
  }
}
