import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { httpError } from '../../errors/errors.ts'
import type { AssetKind } from './names.ts'

/** Received bytes in a temporary file. */
export interface ReceivedFile {
  path: string
  sha1: string
  size: number
}

/** Stores the original files of assets on disk. */
export class Originals {
  readonly #incoming: string

  constructor(private readonly directory: string) {
    this.#incoming = join(directory, 'incoming')
    rmSync(this.#incoming, { recursive: true, force: true })
    for (const folder of ['incoming', 'images', 'files']) {
      mkdirSync(join(directory, folder), { recursive: true })
    }
  }

  /** Returns the path of an asset's file. `fileName` must be validated by `parseFileName`. */
  path(kind: AssetKind, fileName: string): string {
    return join(this.directory, kind, fileName)
  }

  /**
   * Writes chunks to a temporary file as they arrive. Throws a `LakeError` 413 beyond `limitBytes` and 400 for an
   * empty body; the temporary file is deleted then.
   */
  async receive(
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    limitBytes: number,
  ): Promise<ReceivedFile> {
    const path = join(this.#incoming, randomUUID())
    const hash = createHash('sha1')
    let size = 0
    try {
      await using file = await open(path, 'wx')
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > limitBytes) {
          throw httpError(413, tooLargeMessage(limitBytes))
        }
        hash.update(chunk)
        await file.writeFile(chunk)
      }
      if (size === 0) throw httpError(400, 'This file is empty. Choose another file')
      await file.sync()
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return { path, sha1: hash.digest('hex'), size }
  }

  /**
   * Moves a received file to its final name. When this resolves, the file survives a power failure. Uploading the
   * same bytes again restores a lost file.
   */
  async store(received: ReceivedFile, kind: AssetKind, fileName: string): Promise<void> {
    await rename(received.path, this.path(kind, fileName))
    await using folder = await open(join(this.directory, kind), 'r')
    await folder.sync()
  }

  async discard(received: ReceivedFile): Promise<void> {
    await rm(received.path, { force: true })
  }
}

/** Returns the message for a file beyond a limit. */
export function tooLargeMessage(limitBytes: number): string {
  return `This file is larger than ${limitBytes / 1e6} MB. Choose a smaller file`
}
