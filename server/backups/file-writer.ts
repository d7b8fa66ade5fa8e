import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { isPicture } from '../data-folder/data-files.ts'
import type { SnapshotFile } from '../snapshots/manifest.ts'
import { BoundedTasks } from './bounded-tasks.ts'
import { chunkBytes, type RepositoryWriter } from './repository/repository.ts'

/** How much of a file is read at once. */
const readBytes = 256 * 1024

type Pieces = Iterable<Buffer> | AsyncIterable<Buffer>

/** Writes files into a repository, in chunks. */
export class FileWriter {
  readonly #writer: RepositoryWriter
  readonly #uploads = new BoundedTasks()
  readonly #files: (Omit<SnapshotFile, 'chunks'> & { chunks: Promise<string>[] })[] = []

  constructor(writer: RepositoryWriter) {
    this.#writer = writer
  }

  /** Writes a file. @param pieces its bytes, which nobody changes afterwards; each at most a chunk */
  async write(path: string, pieces: Pieces): Promise<void> {
    const hash = createHash('sha256')
    const chunks: Promise<string>[] = []
    let size = 0
    for await (const piece of pieces) {
      hash.update(piece)
      size += piece.length
      const { done } = await this.#uploads.add(() => this.#writer.putChunk(piece, !isPicture(path)))
      chunks.push(done)
    }
    this.#files.push({ path, size, sha256: hash.digest('hex'), chunks })
  }

  /** Writes a file of a data folder as it is now; one that has disappeared meanwhile is left out. */
  async copy(dataDir: string, path: string): Promise<void> {
    const file = await open(join(dataDir, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (!file) return
    await using _ = file
    await this.write(
      path,
      inChunks(file.createReadStream({ autoClose: false, highWaterMark: readBytes })),
    )
  }

  /** Adds a file that an earlier backup has written, and that has not changed. */
  reuse(file: SnapshotFile): void {
    this.#files.push({ ...file, chunks: file.chunks.map(async (chunk) => chunk) })
  }

  /** Resolves to all files when they are in the repository. */
  async end(): Promise<SnapshotFile[]> {
    await this.#uploads.end()
    return Promise.all(
      this.#files.map(async (file) => ({ ...file, chunks: await Promise.all(file.chunks) })),
    )
  }

  /** Resolves when nothing is being written any more, after an error. */
  async abort(): Promise<void> {
    await this.#uploads.end().catch(() => {})
  }
}

/** Yields bytes in pieces of a chunk. */
export async function* inChunks(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (let rest of bytes) {
    while (rest.length > 0) {
      const part = rest.subarray(0, chunkBytes - length)
      waiting.push(part)
      length += part.length
      rest = rest.subarray(part.length)
      if (length < chunkBytes) continue
      yield Buffer.concat(waiting)
      waiting = []
      length = 0
    }
  }
  if (length > 0) yield Buffer.concat(waiting)
}
