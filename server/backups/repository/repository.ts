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
import { type Encryption, noEncryption } from './encryption.ts'

// A repository contains manifests, `backups/<number>-<time>.json`, and the chunks of all files, in `chunks/`.

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]

/** Maximum size of a chunk, in bytes. Larger files are split. */
export const chunkBytes = 4 * 1024 * 1024

/** Maximum size of a stored chunk: gzip and age add bytes to data that can't be compressed. */
const maxStoredBytes = chunkBytes + 64 * 1024

/** Maximum size of a manifest, enough for a million files. */
const maxManifestBytes = 512 * 1024 * 1024

/** A backup in the list of a repository. */
export interface ListedBackup {
  /** The name of the backup's manifest in the store. */
  name: string
  /** The backup's number. It grows by one with each backup, so the order does not depend on the clock. */
  number: number
  /** When the backup was made, ISO 8601 in UTC. */
  at: string
}

/** Writes backups to a repository. */
export class RepositoryWriter {
  /** Names of the chunks that are already in the repository. */
  readonly known: Set<string>
  readonly encryption: Encryption
  /** The number of bytes written so far. */
  bytes = 0
  readonly #store: WriteStore

  constructor(
    store: WriteStore,
    encryption: Encryption = noEncryption,
    known: Iterable<string> = [],
  ) {
    this.#store = store
    this.encryption = encryption
    this.known = new Set(known)
  }

  /** Stores a chunk unless the repository already has it. Resolves to the chunk's name in manifests. */
  async putChunk(bytes: Buffer, compressed: boolean): Promise<string> {
    const chunk = this.encryption.nameOf(bytes) + (compressed ? '.gz' : '')
    const name = chunkName(chunk, this.encryption)
    if (this.known.has(name)) return chunk
    this.known.add(name)
    // Level 1: higher levels take three times as long and save only 10%.
    await this.#write(name, compressed ? await compress(bytes, { level: 1 }) : bytes)
    return chunk
  }

  /** Writes the manifest, which completes a backup. Call it after all chunks are stored. */
  async putManifest(manifest: Manifest & { number: number }): Promise<void> {
    const number = String(manifest.number).padStart(6, '0')
    const time = manifest.at.replaceAll(':', '-').replace(/\.\d+Z$/, 'Z')
    const name = `backups/${number}-${time}.json${this.encryption.suffix}`
    await this.#write(name, encodeManifest(manifest))
  }

  async #write(name: string, bytes: Buffer): Promise<void> {
    const encrypted = await this.encryption.encrypt(bytes)
    this.bytes += encrypted.length
    await this.#store.write(name, encrypted)
  }
}

/** Reads backups from a repository. */
export class RepositoryReader {
  readonly name: string
  readonly encryption: Encryption
  readonly #store: ReadStore

  constructor(store: ReadStore, encryption: Encryption = noEncryption) {
    this.name = store.name
    this.#store = store
    this.encryption = encryption
  }

  /** Resolves to all backups, oldest first. */
  async list(): Promise<ListedBackup[]> {
    const names = await this.#store.list('backups/')
    return names.flatMap((name) => listed(name) ?? []).sort((a, b) => a.number - b.number)
  }

  /**
   * Reads a manifest. In an encrypted repository, decryption also authenticates it, because encrypting needs a key
   * that is protected by the passphrase. Compares the manifest's name with its content.
   *
   * @throws OperatorError when the manifest is missing, damaged, renamed, written by a newer version, or has the
   * wrong encryption
   */
  async manifest({ name, number, at }: ListedBackup): Promise<Manifest> {
    const title = `${name} in ${this.name}`
    const isEncrypted = name.endsWith('.age')
    if (isEncrypted !== (this.encryption.suffix === '.age')) {
      throw new OperatorError(
        `${title} is ${isEncrypted ? 'encrypted, but there is no key' : 'not encrypted, but the others are'}`,
      )
    }
    const bytes = await this.#store.read(name, maxManifestBytes)
    if (!bytes) throw new OperatorError(`${title} is missing`)
    const plain = await this.encryption.decrypt(bytes).catch(() => {
      throw new OperatorError(`${title} is damaged`)
    })
    const manifest = decodeManifest(plain, title)
    const isRenamed = manifest.number !== undefined && manifest.number !== number
    if (isRenamed || manifest.at.slice(0, 19) !== at.slice(0, 19)) {
      throw new OperatorError(`${title} belongs to another backup, made at ${manifest.at}`)
    }
    return manifest
  }

  /**
   * Resolves to the bytes of a chunk.
   *
   * @throws OperatorError when the chunk is missing or damaged
   */
  async #chunk(chunk: string): Promise<Buffer> {
    const name = chunkName(chunk, this.encryption)
    const stored = await this.#store.read(name, maxStoredBytes)
    if (!stored) throw new OperatorError(`${name} in ${this.name} is missing`)
    const bytes = await this.#decrypted(chunk, stored).catch(() => undefined)
    if (bytes && this.encryption.nameOf(bytes) === chunk.slice(0, 64)) return bytes
    throw new OperatorError(
      `${name} in ${this.name} is damaged. Delete it, and the next backup writes it again`,
    )
  }

  /**
   * Yields the bytes of a file in pieces, never more bytes than its manifest declares.
   *
   * @throws OperatorError when the size or hash differs from the manifest, at the latest after the last piece
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
    throw new OperatorError(`${path} in ${this.name} differs from the file that was backed up`)
  }

  async #decrypted(chunk: string, stored: Buffer): Promise<Buffer> {
    const bytes = await this.encryption.decrypt(stored)
    // No valid chunk is larger, so a decompression bomb can't exhaust memory.
    return chunk.endsWith('.gz') ? decompress(bytes, { maxOutputLength: chunkBytes }) : bytes
  }
}

/** Returns the name of a chunk's file in the store. */
export function chunkName(chunk: string, { suffix }: Pick<Encryption, 'suffix'>): string {
  return `chunks/${chunk.slice(0, 2)}/${chunk}${suffix}`
}

function listed(name: string): ListedBackup | undefined {
  const [, number, day, time] =
    /^backups\/(\d{6,})-(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)Z\.json(?:\.age)?$/.exec(name) ?? []
  if (!number || !day || !time) return undefined
  return { name, number: Number(number), at: `${day}T${time.replaceAll('-', ':')}Z` }
}
