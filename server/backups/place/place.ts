import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { BackupError } from '../backup-error.ts'
import type { ReadStore, WriteStore } from '../stores/store.ts'
import { type BackedUpFile, type Manifest, readManifest, writeManifest } from './manifest.ts'
import { type Sealing, unsealed } from './sealing.ts'

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]

/** The largest piece of a file that is kept by itself, in bytes. */
export const chunkBytes = 4 * 1024 * 1024

/** A chunk as it is stored, with what gzip and age add to bytes that can't be compressed. */
const maxStoredBytes = chunkBytes + 64 * 1024

/** The manifest of a million files. */
const maxManifestBytes = 512 * 1024 * 1024

/** A backup as it is listed. */
export interface Listed {
  /** Of its manifest in the store. */
  name: string
  /** Grows by one with each backup, whatever the clock says. */
  number: number
  /** When it was made, ISO 8601 in UTC. */
  at: string
}

/** How a backup lies in a store that can only be added to. */
export class PlaceWriter {
  /** Names of chunks that are there. */
  readonly known: Set<string>
  readonly sealing: Sealing
  /** How many bytes were written. */
  bytes = 0
  readonly #store: WriteStore

  constructor(store: WriteStore, sealing: Sealing = unsealed, known: Iterable<string> = []) {
    this.#store = store
    this.sealing = sealing
    this.known = new Set(known)
  }

  /** Keeps a piece of a file, unless it is there. Resolves to how a manifest calls it. */
  async putChunk(bytes: Buffer, compressed: boolean): Promise<string> {
    const chunk = this.sealing.idOf(bytes) + (compressed ? '.gz' : '')
    const name = chunkName(chunk, this.sealing)
    if (this.known.has(name)) return chunk
    this.known.add(name)
    // Level 1: higher ones take three times as long to save a tenth.
    await this.#write(name, compressed ? await compress(bytes, { level: 1 }) : bytes)
    return chunk
  }

  /** Writes what makes it a backup, after all of its chunks. */
  async putManifest(manifest: Manifest & { number: number }): Promise<string> {
    const number = String(manifest.number).padStart(6, '0')
    const time = manifest.at.replaceAll(':', '-').replace(/\.\d+Z$/, 'Z')
    const name = `backups/${number}-${time}.json${this.sealing.suffix}`
    await this.#write(name, writeManifest(manifest))
    return name
  }

  async #write(name: string, bytes: Buffer): Promise<void> {
    const sealed = await this.sealing.seal(bytes)
    this.bytes += sealed.length
    await this.#store.write(name, sealed)
  }
}

/** Reads backups from a store. */
export class PlaceReader {
  readonly name: string
  readonly sealing: Sealing
  readonly #store: ReadStore

  constructor(store: ReadStore, sealing: Sealing = unsealed) {
    this.name = store.name
    this.#store = store
    this.sealing = sealing
  }

  /** All backups, the first first. */
  async list(): Promise<Listed[]> {
    const names = await this.#store.list('backups/')
    return names.flatMap((name) => listed(name) ?? []).sort((a, b) => a.number - b.number)
  }

  /**
   * Reads a manifest. In an encrypted place, decrypting authenticates it: only somebody with the passphrase
   * knows the key that it is encrypted for. Its name is compared with its content.
   *
   * @throws BackupError when it is missing, damaged, renamed, of a newer version, or not encrypted as its place is
   */
  async manifest({ name, number, at }: Listed): Promise<Manifest> {
    const title = `${name} in ${this.name}`
    if (name.endsWith('.age') !== (this.sealing.suffix === '.age')) {
      const isEncrypted = name.endsWith('.age')
      throw new BackupError(
        `${title} is ${isEncrypted ? 'encrypted, but the place has no key' : 'not encrypted, but the place is'}`,
      )
    }
    const bytes = await this.#store.read(name, maxManifestBytes)
    if (!bytes) throw new BackupError(`${title} is missing`)
    const plain = await this.sealing.unseal(bytes).catch(() => {
      throw new BackupError(`${title} is damaged`)
    })
    const manifest = readManifest(plain, title)
    const isRenamed = manifest.number !== undefined && manifest.number !== number
    if (isRenamed || manifest.at.slice(0, 19) !== at.slice(0, 19)) {
      throw new BackupError(`${title} is the manifest of another backup, of ${manifest.at}`)
    }
    return manifest
  }

  /** The bytes that a manifest calls so. @throws BackupError when they are missing or damaged */
  async chunk(chunk: string): Promise<Buffer> {
    const name = chunkName(chunk, this.sealing)
    const stored = await this.#store.read(name, maxStoredBytes)
    if (!stored) throw new BackupError(`${name} in ${this.name} is missing`)
    const bytes = await this.#opened(chunk, stored).catch(() => undefined)
    if (bytes && this.sealing.idOf(bytes) === chunk.slice(0, 64)) return bytes
    throw new BackupError(
      `${name} in ${this.name} is damaged: delete it, and the next backup writes it anew`,
    )
  }

  /**
   * The bytes of a file in a backup, piece by piece, and never more than it declares.
   *
   * @throws BackupError, after the last piece at the latest, unless size and hash are those that it declares
   */
  async *bytesOf({ path, size, sha256, chunks }: BackedUpFile): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    let read = 0
    for (const chunk of chunks) {
      const bytes = await this.chunk(chunk)
      read += bytes.length
      if (read > size || bytes.length === 0) break
      hash.update(bytes)
      yield bytes
    }
    if (read === size && hash.digest('hex') === sha256) return
    throw new BackupError(`${path} in ${this.name} is not as it was backed up`)
  }

  async #opened(chunk: string, stored: Buffer): Promise<Buffer> {
    const bytes = await this.sealing.unseal(stored)
    // What is longer than a chunk is none: no more of it is put into memory.
    return chunk.endsWith('.gz') ? decompress(bytes, { maxOutputLength: chunkBytes }) : bytes
  }
}

/** Where the bytes lie that a manifest calls so. */
export function chunkName(chunk: string, { suffix }: Pick<Sealing, 'suffix'>): string {
  return `chunks/${chunk.slice(0, 2)}/${chunk}${suffix}`
}

function listed(name: string): Listed | undefined {
  const [, number, day, time] =
    /^backups\/(\d{6,})-(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)Z\.json(?:\.age)?$/.exec(name) ?? []
  if (!number || !day || !time) return undefined
  return { name, number: Number(number), at: `${day}T${time.replaceAll('-', ':')}Z` }
}
