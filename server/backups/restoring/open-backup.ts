import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { Decrypter } from 'age-encryption'
import { OperatorError } from '../../operator-error.ts'
import type { Manifest } from '../../snapshots/manifest.ts'
import {
  assertNoPassphrase,
  isBucket,
  openSealing,
  openStore,
  ownerOf,
  type Passphrase,
  type RepositoryAccess,
  required,
} from '../repository/open-repository.ts'
import { type Listed, RepositoryReader } from '../repository/repository.ts'
import { decryptionError } from '../repository/sealing.ts'
import { openTar } from '../stores/tar-file.ts'

/** Which backup is read. Its address may also be that of a file. */
export interface Origin extends RepositoryAccess {
  /** The beginning of the backup's time; the last backup if absent. */
  at?: string | undefined
  /** Accepts a backup that is not encrypted although a passphrase is set. */
  unencrypted?: boolean | undefined
  /** The id of the site whose backup it has to be; that of the repository's owner if absent. */
  site?: string | undefined
}

/** The backup that was chosen. */
export interface OpenBackup {
  reader: RepositoryReader
  manifest: Manifest
  /** The newest backup of the same site that can be read, which has the latest list of erased leads. */
  newest: Manifest
  /** The number of newer backups. */
  newer: number
  close(): Promise<void>
}

/**
 * Finds a backup.
 *
 * @param scratch a folder for a file that has to be decrypted as a whole
 * @throws OperatorError when there is none, it is another site's, it is not encrypted although a passphrase is set,
 * or the passphrase is wrong
 */
export async function openBackup(origin: Origin, scratch: string): Promise<OpenBackup> {
  const { address, at = '' } = origin
  const { reader, owner, close } = await openReader(origin, scratch)
  try {
    const all = await reader.list()
    if (all.length === 0) throw new OperatorError(`There is no whole backup in ${address}`)
    const index = all.findLastIndex((backup) => backup.at.startsWith(at))
    const [chosen, ...newer] = index < 0 ? [] : all.slice(index)
    if (!chosen) {
      const times = all.slice(-5).map((backup) => backup.at)
      throw new OperatorError(
        `There is no backup of ${at} in ${address}; the last are ${times.join(', ')}`,
      )
    }
    const manifest = await reader.manifest(chosen)
    const expected = origin.site ?? owner
    if (expected !== undefined && expected !== manifest.site) {
      throw new OperatorError(
        `The backup of ${manifest.at} in ${address} is of another site, ${manifest.site}, and not of ${expected}. To use it anyway, add --site ${manifest.site}`,
      )
    }
    const newest = (await newestOf(manifest.site, reader, newer)) ?? manifest
    return { reader, manifest, newest, newer: newer.length, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Resolves to the newest manifest of a site that can be read. */
async function newestOf(site: string | undefined, reader: RepositoryReader, newer: Listed[]) {
  for (const backup of newer.toReversed()) {
    const manifest = await reader.manifest(backup).catch(() => undefined)
    if (manifest?.site === site) return manifest
  }
  return undefined
}

async function openReader(origin: Origin, scratch: string) {
  const { address, passphrase, unencrypted } = origin
  const stats = isBucket(address) ? undefined : statSync(address, { throwIfNoEntry: false })
  if (!isBucket(address) && !stats) throw new OperatorError(`There is no ${address}`)
  if (!stats || stats.isDirectory()) {
    const store = openStore(origin)
    const sealing = await openSealing(store, passphrase, unencrypted)
    const reader = new RepositoryReader(store, sealing)
    return { reader, owner: await ownerOf(store), close: async () => {} }
  }
  const isSealed = await isEncrypted(address)
  if (!isSealed && !unencrypted) await assertNoPassphrase(passphrase, address)
  const tar = await openTar(
    isSealed ? await decrypted(address, passphrase, join(scratch, 'backup.tar')) : address,
  )
  // Messages name the file that the operator knows, not the decrypted one.
  const reader = new RepositoryReader({ ...tar, name: address })
  return { reader, owner: await ownerOf(tar), close: () => tar.close() }
}

const ageHeader = 'age-encryption.org/v1\n'

async function isEncrypted(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(ageHeader.length), 0, ageHeader.length, 0)
  return buffer.toString('latin1') === ageHeader
}

async function decrypted(path: string, passphrase: Passphrase, target: string): Promise<string> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(await required(passphrase, path))
  try {
    const encrypted = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
    const plain = (await decrypter.decrypt(encrypted)) as unknown as NodeReadableStream<Uint8Array>
    await pipeline(Readable.fromWeb(plain), createWriteStream(target, { mode: 0o600 }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw error
    throw decryptionError(error, path)
  }
  return target
}
