import { type FileHandle, open } from 'node:fs/promises'
import { Header } from 'tar'
import { BackupError } from '../backup-error.ts'
import { assertSize, type ReadStore, smallFileBytes } from './store.ts'

const block = 512

/** A backup has a file for each picture, and for each 4 MiB. */
const maxEntries = 2_000_000

/**
 * Reads a tar file by name, without unpacking it. Close it in the end.
 *
 * @throws BackupError when it is no tar
 */
export async function openTar(path: string): Promise<ReadStore & { close(): Promise<void> }> {
  const file = await open(path)
  try {
    const entries = await indexOf(file, path)
    return {
      name: path,
      list: async (prefix) => [...entries.keys()].filter((name) => name.startsWith(prefix)),
      async read(name, maxBytes = smallFileBytes) {
        const entry = entries.get(name)
        if (!entry) return undefined
        assertSize(path, name, entry.size, maxBytes)
        return readAt(file, entry.at, entry.size)
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Where each file lies. A tar that was cut short has those before that. */
async function indexOf(file: FileHandle, path: string) {
  const entries = new Map<string, { at: number; size: number }>()
  const { size: total } = await file.stat()
  for (let at = 0; at + block <= total; ) {
    const header = new Header(await readAt(file, at, block))
    if (header.nullBlock) break
    const { path: name = '', size = -1, type } = header
    const isSound = header.cksumValid && Number.isSafeInteger(size) && size >= 0
    if (!isSound || entries.size >= maxEntries) {
      if (at === 0) throw new BackupError(`${path} is no backup`)
      throw new BackupError(`${path} is damaged: nothing can be read from byte ${at} on`)
    }
    // Cut short: not whole.
    if (type === 'File' && at + block + size <= total) {
      entries.set(name.replace(/^\.\//, ''), { at: at + block, size })
    }
    at += block + Math.ceil(size / block) * block
  }
  return entries
}

async function readAt(file: FileHandle, at: number, size: number): Promise<Buffer> {
  const buffer = Buffer.alloc(size)
  let read = 0
  while (read < size) {
    const { bytesRead } = await file.read(buffer, read, size - read, at + read)
    if (bytesRead === 0) throw new BackupError('The backup is cut short')
    read += bytesRead
  }
  return buffer
}
