import { mkdir, open, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolders } from '../../data-folder/durable-files.ts'
import { BackupError } from '../backup-error.ts'
import type { BackedUpFile, Manifest } from '../place/manifest.ts'
import type { PlaceReader } from '../place/place.ts'
import { Uploads } from '../place/uploads.ts'

/** @throws BackupError when a folder's disk has no room for so many bytes */
export async function assertRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const room = bavail * bsize
  if (room >= bytes) return
  throw new BackupError(
    `The disk of ${folder} has too little room: it takes ${megabytes(bytes)}, ${megabytes(room)} are free`,
  )
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`

/** How many bytes a backup's files have. */
export const sizeOf = ({ files }: Manifest) => files.reduce((sum, { size }) => sum + size, 0)

/**
 * Writes all files of a backup into a folder, its owner's alone, and checks each by its size and hash. When it
 * resolves they outlast a power cut, in folders of their own, too.
 *
 * @throws BackupError naming the first that is damaged or missing
 */
export async function unpack(
  reader: PlaceReader,
  { files }: Manifest,
  folder: string,
): Promise<void> {
  for (const parent of new Set(files.map(({ path }) => dirname(join(folder, path))))) {
    await mkdir(parent, { recursive: true, mode: 0o700 })
  }
  const writing = new Uploads()
  try {
    for (const file of files) await writing.add(() => unpackFile(reader, file, folder))
  } finally {
    await writing.end()
  }
  await syncFolders(folder)
}

async function unpackFile(reader: PlaceReader, file: BackedUpFile, folder: string): Promise<void> {
  const handle = await open(join(folder, file.path), 'wx', 0o600)
  try {
    for await (const bytes of reader.bytesOf(file)) await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
