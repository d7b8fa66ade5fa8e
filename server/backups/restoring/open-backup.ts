import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { Decrypter } from 'age-encryption'
import { OperatorError } from '../../operator-error.ts'
import type { Manifest } from '../../snapshots/manifest.ts'
import { decryptionError } from '../repository/encryption.ts'
import {
  assertNoPassphrase,
  isBucket,
  openEncryption,
  openStore,
  ownerOf,
  type Passphrase,
  type RepositoryAccess,
  requirePassphrase,
} from '../repository/open-repository.ts'
import { type ListedBackup, RepositoryReader } from '../repository/repository.ts'
import { openTar } from '../stores/tar-file.ts'

/** Selects the backup to read. The address may also be the path of a single-file backup. */
export interface BackupSelection extends RepositoryAccess {
  /** A prefix of the backup's time. Default: the newest backup. */
  at?: string | undefined
  /** Whether to accept an unencrypted backup although a passphrase is set. */
  unencrypted?: boolean | undefined
  /** The id of the site that the backup must belong to. Default: the owner of the repository. */
  site?: string | undefined
}

/** An open backup. */
export interface OpenBackup {
  reader: RepositoryReader
  manifest: Manifest
  /** The newest readable manifest of the same site. Its backup has the most recent list of erased leads. */
  newest: Manifest
  /** The number of newer backups in the repository. */
  newer: number
  close(): Promise<void>
}

/**
 * Finds and opens a backup.
 *
 * @param scratch a folder for the decrypted copy of an encrypted single-file backup
 * @throws OperatorError when there is no such backup, it belongs to another site, it is not encrypted although a
 * passphrase is set, or the passphrase is wrong
 */
export async function openBackup(origin: BackupSelection, scratch: string): Promise<OpenBackup> {
  const { address, at = '' } = origin
  const { reader, owner, close } = await openReader(origin, scratch)
  try {
    const all = await reader.list()
    if (all.length === 0) throw new OperatorError(`There is no complete backup in ${address}`)
    const index = all.findLastIndex((backup) => backup.at.startsWith(at))
    const [chosen, ...newer] = index < 0 ? [] : all.slice(index)
    if (!chosen) {
      const times = all.slice(-5).map((backup) => backup.at)
      throw new OperatorError(
        `There is no backup of ${at} in ${address}. The newest backups: ${times.join(', ')}`,
      )
    }
    const manifest = await reader.manifest(chosen)
    const expected = origin.site ?? owner
    if (expected !== undefined && expected !== manifest.site) {
      throw new OperatorError(
        `The backup of ${manifest.at} in ${address} belongs to another site, ${manifest.site}, not to ${expected}. To use it anyway, add --site ${manifest.site}`,
      )
    }
    const newest = (await newestOf(manifest.site, reader, newer)) ?? manifest
    return { reader, manifest, newest, newer: newer.length, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Resolves to the newest readable manifest that belongs to a site. */
async function newestOf(site: string | undefined, reader: RepositoryReader, newer: ListedBackup[]) {
  for (const backup of newer.toReversed()) {
    const manifest = await reader.manifest(backup).catch(() => undefined)
    if (manifest?.site === site) return manifest
  }
  return undefined
}

async function openReader(origin: BackupSelection, scratch: string) {
  const { address, passphrase, unencrypted } = origin
  const stats = isBucket(address) ? undefined : statSync(address, { throwIfNoEntry: false })
  if (!isBucket(address) && !stats) throw new OperatorError(`${address} does not exist`)
  if (!stats || stats.isDirectory()) {
    const store = openStore(origin)
    const encryption = await openEncryption(store, passphrase, unencrypted)
    const reader = new RepositoryReader(store, encryption)
    return { reader, owner: await ownerOf(store), close: async () => {} }
  }
  const isAgeFile = await isEncrypted(address)
  if (!isAgeFile && !unencrypted) await assertNoPassphrase(passphrase, address)
  const tar = await openTar(
    isAgeFile ? await decrypted(address, passphrase, join(scratch, 'backup.tar')) : address,
  )
  // Messages show the path that the operator entered, not the path of the decrypted copy.
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
  decrypter.addPassphrase(await requirePassphrase(passphrase, path))
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
