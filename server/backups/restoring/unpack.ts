import { mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolders } from '../../data-folder/durable-files.ts'
import { OperatorError } from '../../operator-error.ts'
import type { Manifest, SnapshotFile } from '../../snapshots/manifest.ts'
import { BoundedTasks } from '../bounded-tasks.ts'
import type { RepositoryReader } from '../repository/repository.ts'

/**
 * Checks that the disk of a folder has enough free space.
 *
 * @throws OperatorError when it has less than `bytes`
 */
export async function assertRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const room = bavail * bsize
  if (room >= bytes) return
  throw new OperatorError(
    `Not enough disk space for ${folder}: needs ${megabytes(bytes)}, ${megabytes(room)} free`,
  )
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`

/** Returns the total size of files, in bytes. */
export const sizeOf = (files: readonly SnapshotFile[]) =>
  files.reduce((sum, { size }) => sum + size, 0)

/**
 * Writes all files of a backup to a folder, readable only by their owner, and checks the size and hash of each. When
 * it resolves, the files survive a power failure.
 *
 * @throws OperatorError that names the first damaged or missing file
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

/** Deletes a folder. Retries, because processes of a site that is shutting down may still create files in it. */
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}

/** Deletes everything in a folder except its lock file. */
export async function removeContents(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('lock.db')) await removeFolder(join(folder, name))
  }
}
