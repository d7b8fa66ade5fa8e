import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { isPicture } from '../../data-folder/data-files.ts'
import type { BackedUpFile } from '../place/manifest.ts'
import { chunkBytes, type PlaceWriter } from '../place/place.ts'
import { Uploads } from '../place/uploads.ts'

/** Puts files into a place, piece by piece. */
export class FileStorer {
  readonly #writer: PlaceWriter
  readonly #uploads = new Uploads()
  readonly #files: { path: string; size: number; sha256: string; chunks: Promise<string>[] }[] = []

  constructor(writer: PlaceWriter) {
    this.#writer = writer
  }

  /** Takes what is given of a file, in pieces that nobody changes any more. */
  async store(path: string, pieces: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
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

  /** A file on disk as it is now; one that has gone meanwhile is left out. */
  async storeFile(dataDir: string, path: string): Promise<void> {
    const file = await open(join(dataDir, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (!file) return
    try {
      await this.store(path, piecesOf(file))
    } finally {
      await file.close()
    }
  }

  /** What an earlier backup has stored and has not changed. */
  reuse({ path, size, sha256, chunks }: BackedUpFile): void {
    this.#files.push({ path, size, sha256, chunks: chunks.map(async (chunk) => chunk) })
  }

  /** Resolves to all files when all of them are in the place. */
  async end(): Promise<BackedUpFile[]> {
    await this.#uploads.end()
    return Promise.all(
      this.#files.map(async (file) => ({ ...file, chunks: await Promise.all(file.chunks) })),
    )
  }

  /** Waits for what is under way, after an error. */
  async giveUp(): Promise<void> {
    await this.#uploads.end().catch(() => {})
  }
}

async function* piecesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (;;) {
    const piece = Buffer.allocUnsafe(chunkBytes)
    let length = 0
    while (length < chunkBytes) {
      const { bytesRead } = await file.read(piece, length, chunkBytes - length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    // Small files take no more memory than they have bytes.
    if (length > 0) yield length === chunkBytes ? piece : Buffer.from(piece.subarray(0, length))
    if (length < chunkBytes) return
  }
}

/** Bytes as they come, in pieces of a chunk. */
export async function* inChunks(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const bytes of stream) {
    for (let rest = bytes; rest.length > 0; ) {
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
