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
  assertNoPassphrase,
  isPlace,
  openSealing,
  openStore,
  ownerOf,
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
  /** Accepts a backup that is not encrypted although a passphrase is set. */
  unencrypted?: boolean | undefined
  /** The id of the site whose backup it has to be; that of the place's owner if absent. */
  site?: string | undefined
}

/** A backup that was chosen. */
export interface OpenBackup {
  reader: PlaceReader
  manifest: Manifest
  /** The newest backup of the same site that can be read, which knows best who was erased. */
  newest: Manifest
  /** How many are newer. */
  newer: number
  close(): Promise<void>
}

/**
 * Finds a backup: the last one, or the last whose time begins with `at`.
 *
 * @param scratch a folder for what has to be decrypted as a whole
 * @throws BackupError when there is none, it is another site's, it is not encrypted though a passphrase is set,
 * or the passphrase is wrong
 */
export async function openBackup(
  origin: Origin,
  at: string | undefined,
  scratch: string,
): Promise<OpenBackup> {
  const { reader, owner, close } = await openReader(origin, scratch)
  try {
    const all = await reader.list()
    const last = all.at(-1)
    if (!last) throw new BackupError(`There is no whole backup in ${origin.address}`)
    const chosen = choose(all, at, origin.address)
    const manifest = await reader.manifest(chosen)
    assertSite(manifest, origin, owner)
    const newest = await newestOf(manifest, reader, all.slice(all.indexOf(chosen) + 1))
    return { reader, manifest, newest, newer: all.length - 1 - all.indexOf(chosen), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** @throws BackupError unless a backup is of the named site, or else of the owner of the place */
function assertSite(
  { site, at }: Manifest,
  { address, site: named }: Origin,
  owner?: string,
): void {
  const expected = named ?? owner
  if (expected === undefined || expected === site) return
  throw new BackupError(
    `The backup of ${at} in ${address} is of another site, ${site}, and not of ${expected}. To use it anyway, add --site ${site}`,
  )
}

/** Resolves to the newest manifest that can be read, of the same site, among the chosen one and newer ones. */
async function newestOf(chosen: Manifest, reader: PlaceReader, newer: Listed[]): Promise<Manifest> {
  for (const backup of newer.reverse()) {
    const manifest = await reader.manifest(backup).catch(() => undefined)
    if (manifest?.site === chosen.site) return manifest
  }
  return chosen
}

function choose(all: Listed[], at: string | undefined, address: string): Listed {
  const chosen = all.findLast((backup) => backup.at.startsWith(at ?? ''))
  if (chosen) return chosen
  const times = all.slice(-5).map((backup) => backup.at)
  throw new BackupError(
    `There is no backup of ${at} in ${address}; the last are ${times.join(', ')}`,
  )
}

async function openReader({ address, s3, passphrase, unencrypted }: Origin, scratch: string) {
  if (isPlace(address)) {
    if (!address.startsWith('s3://') && !existsSync(address)) {
      throw new BackupError(`There is no ${address}`)
    }
    const store = openStore(address, s3)
    const reader = new PlaceReader(store, await openSealing(store, passphrase, unencrypted))
    return { reader, owner: await ownerOf(store), close: async () => {} }
  }
  const isSealed = await isEncrypted(address)
  if (!isSealed && !unencrypted) await assertNoPassphrase(passphrase, address)
  const path = isSealed
    ? await decrypted(address, passphrase, join(scratch, 'backup.tar'))
    : address
  const tar = await openTar(path)
  // Called as its operator does, wherever it lies.
  const reader = new PlaceReader({ ...tar, name: address })
  return { reader, owner: await ownerOf(tar), close: () => tar.close() }
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
