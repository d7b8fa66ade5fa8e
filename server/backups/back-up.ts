import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Encrypter } from 'age-encryption'
import { syncPath } from '../data-folder/durable-files.ts'
import { siteId } from '../data-folder/site-id.ts'
import { OperatorError, withOperatorError } from '../operator-error.ts'
import type { KeepRules } from '../settings/keep-rules.ts'
import type { Manifest } from '../snapshots/manifest.ts'
import { withPassphrase } from './repository/encryption.ts'
import { withLock } from './repository/lock.ts'
import {
  assertOutside,
  openEncryption,
  openStore,
  ownerFile,
  ownerName,
  type Passphrase,
  prepareRepository,
  type RepositoryAccess,
  requirePassphrase,
} from './repository/open-repository.ts'
import { prune } from './repository/prune.ts'
import { type ListedBackup, RepositoryReader, RepositoryWriter } from './repository/repository.ts'
import { TarWriter } from './stores/tar-file.ts'
import { assertHasData, type BackupSource, writeBackup } from './write-backup.ts'

/** A repository that new backups are added to. */
export interface BackupTarget extends RepositoryAccess {
  /** Whether to encrypt a new repository. */
  encrypt: boolean
  /** The scrypt work factor, as in `withPassphrase`. */
  workFactor?: number | undefined
  /** Which backups to keep. If absent, all backups are kept. */
  keep?: KeepRules | undefined
}

/** The result of a completed backup. */
export interface FinishedBackup {
  manifest: Manifest
  /** The number of bytes written to the repository or file. */
  bytes: number
  seconds: number
  /** The number of older backups that were deleted. */
  pruned: number
}

/**
 * Adds a backup to a repository. Then deletes the backups that its retention rules don't keep, and files that killed
 * processes left unfinished.
 *
 * @throws OperatorError when the backup fails; existing backups in the repository are unchanged
 */
export async function backUpToRepository(
  source: BackupSource,
  target: BackupTarget,
): Promise<FinishedBackup> {
  assertHasData(source.dataDir)
  assertOutside(target.address, source.dataDir)
  const started = performance.now()
  return withOperatorError(source.dataDir, () =>
    withLock(openStore(target), async (store) => {
      const site = siteId(source.dataDir)
      const { passphrase, encrypt, workFactor, keep } = target
      const encryption = await prepareRepository(store, site, passphrase, encrypt, workFactor)
      const reader = new RepositoryReader(store, encryption)
      const last = (await reader.list()).at(-1)
      // A damaged manifest must not prevent a new backup. Without it, all images are read again.
      const previous = last && (await reader.manifest(last).catch(() => undefined))
      const writer = new RepositoryWriter(store, encryption, await store.list('chunks/'))
      const manifest = await writeBackup(source, writer, (last?.number ?? 0) + 1, previous)
      let pruned = 0
      try {
        await store.removeUnfinished(['backups', 'chunks'])
        if (keep) pruned = await prune(store, reader, keep, await reader.list(), writer.known)
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error
        source.warn(`Old backups were not deleted: ${error.message}`)
      }
      return { manifest, bytes: writer.bytes, seconds: secondsSince(started), pruned }
    }),
  )
}

const secondsSince = (started: number) => (performance.now() - started) / 1_000

/**
 * Writes a backup to a single file that only its owner can read. The file is a tar with the layout of a repository,
 * encrypted with age if there is a passphrase.
 *
 * @throws OperatorError when the backup fails; no file is left behind
 */
export async function backUpToFile(
  source: BackupSource,
  path: string,
  passphrase?: Passphrase,
  workFactor?: number,
): Promise<FinishedBackup> {
  assertOutside(path, source.dataDir)
  if (existsSync(path)) throw new OperatorError(`${path} already exists`)
  const started = performance.now()
  // The file has a temporary name until it is complete, so that an unfinished file is never mistaken for a backup.
  const unfinished = `${path}.${randomUUID()}`
  return withOperatorError(dirname(path), async () => {
    try {
      await using file = await open(unfinished, 'wx', 0o600)
      let bytes = 0
      const write = async (part: Uint8Array) => {
        await file.writeFile(part)
        bytes += part.length
      }
      const words = passphrase && (await requirePassphrase(passphrase, path))
      const manifest = words
        ? await writeEncrypted(source, path, write, withPassphrase(words, workFactor))
        : await writeTar(source, path, write)
      await file.sync()
      await rename(unfinished, path)
      await syncPath(dirname(path))
      return { manifest, bytes, seconds: secondsSince(started), pruned: 0 }
    } finally {
      await rm(unfinished, { force: true })
    }
  })
}

type Write = (part: Uint8Array) => Promise<void>

async function writeEncrypted(
  source: BackupSource,
  path: string,
  write: Write,
  encrypter: Encrypter,
) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const sink = new WritableStream<Uint8Array>({ write })
  const encrypted = (await encrypter.encrypt(readable)).pipeTo(sink)
  const plain = writable.getWriter()
  const written = writeTar(source, path, (part) => plain.write(part)).then(
    async (manifest) => {
      await plain.close()
      return manifest
    },
    async (error) => {
      await plain.abort(error).catch(() => {})
      throw error
    },
  )
  // If both promises reject, the first error is thrown: it caused the other one.
  const [, manifest] = await Promise.all([encrypted, written])
  return manifest
}

async function writeTar(source: BackupSource, path: string, append: Write): Promise<Manifest> {
  assertHasData(source.dataDir)
  const tar = new TarWriter(path, append)
  await tar.write(ownerName, ownerFile(siteId(source.dataDir)))
  const manifest = await writeBackup(source, new RepositoryWriter(tar), 1)
  await tar.end()
  return manifest
}

/** Resolves to all backups in a repository, oldest first. Damaged backups have no manifest. */
export async function listBackups(
  access: RepositoryAccess & { unencrypted?: boolean | undefined },
): Promise<(ListedBackup & { manifest?: Manifest })[]> {
  const store = openStore(access)
  const encryption = await openEncryption(store, access.passphrase, access.unencrypted)
  const reader = new RepositoryReader(store, encryption)
  return Promise.all(
    (await reader.list()).map(async (backup) => {
      const manifest = await reader.manifest(backup).catch((error) => {
        if (error instanceof OperatorError) return undefined
        throw error
      })
      return { ...backup, ...(manifest && { manifest }) }
    }),
  )
}
