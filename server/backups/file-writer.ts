import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { isAsset } from '../data-folder/data-files.ts'
import type { SnapshotFile } from '../snapshots/manifest.ts'
import { BoundedTasks } from './bounded-tasks.ts'
import { chunkBytes, type RepositoryWriter } from './repository/repository.ts'

/** Number of bytes that each read of a file requests. */
const readBytes = 256 * 1024

type Pieces = Iterable<Buffer> | AsyncIterable<Buffer>

/** Writes files to a repository in chunks. */
export class FileWriter {
  readonly #uploads = new BoundedTasks()
  readonly #files: (Omit<SnapshotFile, 'chunks'> & { chunks: Promise<string>[] })[] = []

  constructor(private readonly writer: RepositoryWriter) {}

  /**
   * Writes a file.
   *
   * @param pieces the file's bytes, each piece at most one chunk; the buffers must not be changed later
   */
  async write(path: string, pieces: Pieces): Promise<void> {
    const hash = createHash('sha256')
    const chunks: Promise<string>[] = []
    let size = 0
    for await (const piece of pieces) {
      hash.update(piece)
      size += piece.length
      const { done } = await this.#uploads.add(() => this.writer.putChunk(piece, !isAsset(path)))
      chunks.push(done)
    }
    this.#files.push({ path, size, sha256: hash.digest('hex'), chunks })
  }

  /** Writes the current content of a file in a data folder. Skips a file that no longer exists. */
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

  /** Adds an unchanged file whose chunks an earlier backup already stored. */
  reuse(file: SnapshotFile): void {
    this.#files.push({ ...file, chunks: file.chunks.map(async (chunk) => chunk) })
  }

  /** Waits until all files are in the repository, and resolves to their entries in the manifest. */
  async end(): Promise<SnapshotFile[]> {
    await this.#uploads.end()
    return Promise.all(
      this.#files.map(async (file) => ({ ...file, chunks: await Promise.all(file.chunks) })),
    )
  }

  /** Waits for writes that are still running. Call it after an error; ignores further errors. */
  async abort(): Promise<void> {
    await this.#uploads.end().catch(() => {})
  }
}

/** Regroups a stream of bytes into pieces of one chunk each; the last piece may be shorter. */
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
