import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { OperatorError } from '../../operator-error.ts'
import {
  decodeManifest,
  encodeManifest,
  type Manifest,
  type SnapshotFile,
} from '../../snapshots/manifest.ts'
import type { ReadStore, WriteStore } from '../stores/store.ts'
import { type Sealing, unsealed } from './sealing.ts'

// A repository holds `backups/<number>-<time>.json`, the manifests, and `chunks/`, of which their files are put together.

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]

/** The largest piece of a file that is stored by itself, in bytes. */
export const chunkBytes = 4 * 1024 * 1024

/** A stored chunk, with what gzip and age add to bytes that can't be compressed. */
const maxStoredBytes = chunkBytes + 64 * 1024

/** The manifest of a million files. */
const maxManifestBytes = 512 * 1024 * 1024

/** A backup in the list of a repository. */
export interface Listed {
  /** The name of its manifest in the store. */
  name: string
  /** Grows by one with each backup, whatever the clock says. */
  number: number
  /** When it was made, ISO 8601 in UTC. */
  at: string
}

/** Adds backups to a repository. */
export class RepositoryWriter {
  /** Names of chunks that are in the repository. */
  readonly known: Set<string>
  readonly sealing: Sealing
  /** The number of bytes written. */
  bytes = 0
  readonly #store: WriteStore

  constructor(store: WriteStore, sealing: Sealing = unsealed, known: Iterable<string> = []) {
    this.#store = store
    this.sealing = sealing
    this.known = new Set(known)
  }

  /** Stores a piece of a file, unless it is there. Resolves to its name in manifests. */
  async putChunk(bytes: Buffer, compressed: boolean): Promise<string> {
    const chunk = this.sealing.idOf(bytes) + (compressed ? '.gz' : '')
    const name = chunkName(chunk, this.sealing)
    if (this.known.has(name)) return chunk
    this.known.add(name)
    // Level 1: higher ones take three times as long to save a tenth.
    await this.#write(name, compressed ? await compress(bytes, { level: 1 }) : bytes)
    return chunk
  }

  /** Completes a backup, after all of its chunks. */
  async putManifest(manifest: Manifest & { number: number }): Promise<void> {
    const number = String(manifest.number).padStart(6, '0')
    const time = manifest.at.replaceAll(':', '-').replace(/\.\d+Z$/, 'Z')
    const name = `backups/${number}-${time}.json${this.sealing.suffix}`
    await this.#write(name, encodeManifest(manifest))
  }

  async #write(name: string, bytes: Buffer): Promise<void> {
    const sealed = await this.sealing.seal(bytes)
    this.bytes += sealed.length
    await this.#store.write(name, sealed)
  }
}

/** Reads backups from a repository. */
export class RepositoryReader {
  readonly name: string
  readonly sealing: Sealing
  readonly #store: ReadStore

  constructor(store: ReadStore, sealing: Sealing = unsealed) {
    this.name = store.name
    this.#store = store
    this.sealing = sealing
  }

  /** Resolves to all backups, oldest first. */
  async list(): Promise<Listed[]> {
    const names = await this.#store.list('backups/')
    return names.flatMap((name) => listed(name) ?? []).sort((a, b) => a.number - b.number)
  }

  /**
   * Reads a manifest. In an encrypted repository, decrypting authenticates it: only somebody with the passphrase
   * knows the key that it is encrypted for. Its name is compared with its content.
   *
   * @throws OperatorError when it is missing, damaged, renamed, of a newer version, or not encrypted as it has to be
   */
  async manifest({ name, number, at }: Listed): Promise<Manifest> {
    const title = `${name} in ${this.name}`
    const isEncrypted = name.endsWith('.age')
    if (isEncrypted !== (this.sealing.suffix === '.age')) {
      throw new OperatorError(
        `${title} is ${isEncrypted ? 'encrypted, but there is no key' : 'not encrypted, but the others are'}`,
      )
    }
    const bytes = await this.#store.read(name, maxManifestBytes)
    if (!bytes) throw new OperatorError(`${title} is missing`)
    const plain = await this.sealing.unseal(bytes).catch(() => {
      throw new OperatorError(`${title} is damaged`)
    })
    const manifest = decodeManifest(plain, title)
    const isRenamed = manifest.number !== undefined && manifest.number !== number
    if (isRenamed || manifest.at.slice(0, 19) !== at.slice(0, 19)) {
      throw new OperatorError(`${title} is the manifest of another backup, of ${manifest.at}`)
    }
    return manifest
  }

  /** Resolves to the bytes of a chunk. @throws OperatorError when they are missing or damaged */
  async #chunk(chunk: string): Promise<Buffer> {
    const name = chunkName(chunk, this.sealing)
    const stored = await this.#store.read(name, maxStoredBytes)
    if (!stored) throw new OperatorError(`${name} in ${this.name} is missing`)
    const bytes = await this.#unsealed(chunk, stored).catch(() => undefined)
    if (bytes && this.sealing.idOf(bytes) === chunk.slice(0, 64)) return bytes
    throw new OperatorError(
      `${name} in ${this.name} is damaged: delete it, and the next backup writes it again`,
    )
  }

  /**
   * Yields the bytes of a file, piece by piece, and never more than its manifest declares.
   *
   * @throws OperatorError, after the last piece at the latest, unless size and hash are as declared
   */
  async *bytesOf({ path, size, sha256, chunks }: SnapshotFile): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    let read = 0
    for (const chunk of chunks) {
      const bytes = await this.#chunk(chunk)
      read += bytes.length
      if (read > size || bytes.length === 0) break
      hash.update(bytes)
      yield bytes
    }
    if (read === size && hash.digest('hex') === sha256) return
    throw new OperatorError(`${path} in ${this.name} is not as it was backed up`)
  }

  async #unsealed(chunk: string, stored: Buffer): Promise<Buffer> {
    const bytes = await this.sealing.unseal(stored)
    // No chunk is longer, so that a bomb does not fill the memory.
    return chunk.endsWith('.gz') ? decompress(bytes, { maxOutputLength: chunkBytes }) : bytes
  }
}

/** Returns the name of a chunk's file. */
export function chunkName(chunk: string, { suffix }: Pick<Sealing, 'suffix'>): string {
  return `chunks/${chunk.slice(0, 2)}/${chunk}${suffix}`
}

function listed(name: string): Listed | undefined {
  const [, number, day, time] =
    /^backups\/(\d{6,})-(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)Z\.json(?:\.age)?$/.exec(name) ?? []
  if (!number || !day || !time) return undefined
  return { name, number: Number(number), at: `${day}T${time.replaceAll('-', ':')}Z` }
}
