import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { Decrypter } from 'age-encryption'
import { BackupError } from '../backup-error.ts'
import type { Manifest } from '../place/manifest.ts'
import {
  asked,
  isPlace,
  openSealing,
  openStore,
  type Passphrase,
  type S3Access,
} from '../place/open-place.ts'
import { type Listed, PlaceReader } from '../place/place.ts'
import { wrongPassphrase } from '../place/sealing.ts'
import { openTar } from '../stores/tar-store.ts'

/** Where a backup is read from. */
export interface Origin {
  /** A file, a folder or `s3://bucket/prefix`. */
  address: string
  s3: S3Access
  passphrase: Passphrase
}

/** A backup that was chosen. */
export interface OpenBackup {
  reader: PlaceReader
  manifest: Manifest
  /** The newest backup beside it, which knows best who was erased. */
  newest: Manifest
  /** How many are newer. */
  newer: number
  close(): Promise<void>
}

/**
 * Finds a backup: the last one, or the last whose time begins with `at`.
 *
 * @param scratch a folder for what has to be decrypted as a whole
 * @throws BackupError when there is none, or the passphrase is wrong
 */
export async function openBackup(
  origin: Origin,
  at: string | undefined,
  scratch: string,
): Promise<OpenBackup> {
  const { reader, close } = await openReader(origin, scratch)
  try {
    const all = await reader.list()
    const last = all.at(-1)
    if (!last) throw new BackupError(`There is no whole backup in ${origin.address}`)
    const chosen = choose(all, at, origin.address)
    const manifest = await reader.manifest(chosen)
    const newest = chosen === last ? manifest : await reader.manifest(last).catch(() => manifest)
    return { reader, manifest, newest, newer: all.length - 1 - all.indexOf(chosen), close }
  } catch (error) {
    await close()
    throw error
  }
}

function choose(all: Listed[], at: string | undefined, address: string): Listed {
  const chosen = all.findLast((backup) => backup.at.startsWith(at ?? ''))
  if (chosen) return chosen
  const times = all.slice(-5).map((backup) => backup.at)
  throw new BackupError(
    `There is no backup of ${at} in ${address}; the last are ${times.join(', ')}`,
  )
}

async function openReader({ address, s3, passphrase }: Origin, scratch: string) {
  if (isPlace(address)) {
    if (!address.startsWith('s3://') && !existsSync(address)) {
      throw new BackupError(`There is no ${address}`)
    }
    const store = openStore(address, s3)
    const reader = new PlaceReader(store, await openSealing(store, passphrase))
    return { reader, close: async () => {} }
  }
  const path = (await isEncrypted(address))
    ? await decrypted(address, passphrase, join(scratch, 'backup.tar'))
    : address
  const tar = await openTar(path)
  // Called as its operator does, wherever it lies.
  const reader = new PlaceReader({ ...tar, name: address })
  return { reader, close: () => tar.close() }
}

const ageHeader = 'age-encryption.org/v1\n'

async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(ageHeader.length), 0, ageHeader.length, 0)
    return buffer.toString('latin1') === ageHeader
  } finally {
    await file.close()
  }
}

async function decrypted(path: string, passphrase: Passphrase, target: string): Promise<string> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(await asked(passphrase, path))
  try {
    const encrypted = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
    const plain = (await decrypter.decrypt(encrypted)) as unknown as NodeReadableStream<Uint8Array>
    await pipeline(Readable.fromWeb(plain), createWriteStream(target, { mode: 0o600 }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw error
    throw wrongPassphrase(error, path)
  }
  return target
}
