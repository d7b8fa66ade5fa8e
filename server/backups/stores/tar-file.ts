import { type FileHandle, open } from 'node:fs/promises'
import { Header } from 'tar'
import { OperatorError } from '../../operator-error.ts'
import { assertSize, type ReadStore, smallFileBytes, type WriteStore } from './store.ts'

const block = 512

/** Maximum number of files in a tar. A backup has about one file for each image and each 4 MiB. */
const maxEntries = 2_000_000

/** Writes files to a tar, one after another. */
export class TarWriter implements WriteStore {
  readonly name: string
  readonly #append: (bytes: Buffer) => Promise<void>
  #last: Promise<void> = Promise.resolve()

  /** @param append receives the bytes of the tar in order */
  constructor(name: string, append: (bytes: Buffer) => Promise<void>) {
    this.name = name
    this.#append = append
  }

  /** Appends a file. Resolves when the file has been passed to `append`. */
  write(name: string, data: Buffer): Promise<void> {
    this.#last = this.#last.then(() => {
      const header = new Header({ path: name, size: data.length, mode: 0o600, type: 'File' })
      header.mtime = new Date()
      header.encode()
      const padding = Buffer.alloc((block - (data.length % block)) % block)
      return this.#append(Buffer.concat([header.block ?? Buffer.alloc(block), data, padding]))
    })
    return this.#last
  }

  /** Writes the end-of-archive marker. */
  async end(): Promise<void> {
    await this.#last
    await this.#append(Buffer.alloc(2 * block))
  }
}

/**
 * Opens a tar to read its files by name without unpacking it. Call `close` when done.
 *
 * @throws OperatorError when the file is not a tar
 */
export async function openTar(path: string): Promise<ReadStore & { close(): Promise<void> }> {
  const file = await open(path)
  try {
    const entries = await entriesOf(file, path)
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

/** Returns the position of each file. In a truncated tar, returns the files that are complete. */
async function entriesOf(file: FileHandle, path: string) {
  const entries = new Map<string, { at: number; size: number }>()
  const { size: total } = await file.stat()
  for (let at = 0; at + block <= total; ) {
    const header = new Header(await readAt(file, at, block))
    if (header.nullBlock) break
    const { path: name = '', size = -1, type } = header
    const isValid = header.cksumValid && Number.isSafeInteger(size) && size >= 0
    if (!isValid || entries.size >= maxEntries) {
      if (at === 0) throw new OperatorError(`${path} is not a backup`)
      throw new OperatorError(`${path} is damaged: it can't be read from byte ${at} on`)
    }
    const isComplete = at + block + size <= total
    if (type === 'File' && isComplete) {
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
    if (bytesRead === 0) throw new OperatorError('The backup is truncated')
    read += bytesRead
  }
  return buffer
}
