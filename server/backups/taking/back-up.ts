import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Encrypter } from 'age-encryption'
import type { KeepRules } from '../../settings/keep-rules.ts'
import { BackupError, withBackupError } from '../backup-error.ts'
import { withLock } from '../place/lock.ts'
import type { Manifest } from '../place/manifest.ts'
import {
  asked,
  assertOutside,
  openSealing,
  openStore,
  type Passphrase,
  preparePlace,
  type S3Access,
} from '../place/open-place.ts'
import { type Listed, PlaceReader, PlaceWriter } from '../place/place.ts'
import { prune } from '../place/prune.ts'
import { withPassphrase } from '../place/sealing.ts'
import { siteId } from '../site-id.ts'
import { syncFolder } from '../stores/folder-store.ts'
import { TarWriter } from '../stores/tar-writer.ts'
import { type Taking, takeBackup } from './take-backup.ts'

/** What is backed up, and who is told. */
export type Source = Pick<Taking, 'dataDir' | 'databaseUrl' | 'version' | 'warn'>

/** Where to. */
export interface Target {
  /** A folder or `s3://bucket/prefix`. */
  address: string
  s3: S3Access
  passphrase: Passphrase
  /** Whether a new place is to be encrypted. */
  encrypt: boolean
  /** What trying a passphrase costs, as `withPassphrase` has it. */
  workFactor?: number
  /** Which backups are kept there; all where it is absent. */
  keep?: KeepRules | undefined
}

/** A backup that was made. */
export interface Made {
  manifest: Manifest
  /** What was written for it. */
  bytes: number
  seconds: number
  /** How many older ones were deleted. */
  pruned: number
}

/**
 * Adds a backup to a place, then deletes what its rules don't keep, and what killed ones have left half written.
 *
 * @throws BackupError when it could not be done; the backups that are there stay as they are
 */
export async function backUpToPlace(source: Source, target: Target): Promise<Made> {
  assertOutside(target.address, source.dataDir)
  const place = openStore(target.address, target.s3)
  const started = performance.now()
  return await withBackupError(source.dataDir, () =>
    withLock(place, async (store) => {
      const site = siteId(source.dataDir)
      const { passphrase, encrypt, workFactor } = target
      const sealing = await preparePlace(store, site, passphrase, encrypt, workFactor)
      const reader = new PlaceReader(store, sealing)
      const before = await reader.list()
      const last = before.at(-1)
      // One that is damaged saves no work, and is no reason to make none.
      const previous = last && (await reader.manifest(last).catch(() => undefined))
      const writer = new PlaceWriter(store, sealing, await store.list('chunks/'))
      const number = (last?.number ?? 0) + 1
      const manifest = await takeBackup({ ...source, writer, previous, number })
      const pruned = await pruneAfter(store, reader, writer, target.keep, source)
      const seconds = (performance.now() - started) / 1_000
      return { manifest, bytes: writer.bytes, seconds, pruned }
    }),
  )
}

async function pruneAfter(
  store: Parameters<typeof prune>[0],
  reader: PlaceReader,
  writer: PlaceWriter,
  rules: KeepRules | undefined,
  { warn }: Source,
): Promise<number> {
  try {
    await store.removeUnfinished(['backups', 'chunks'])
    if (!rules) return 0
    const all = await reader.list()
    return (await prune(store, reader, rules, all, writer.known)).backups
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    // The backup itself is made.
    warn(`Old backups were not deleted: ${error.message}`)
    return 0
  }
}

/**
 * Makes a backup that is one file of its owner's alone: a tar of the same form as a place, encrypted by age
 * where there is a passphrase.
 *
 * @throws BackupError when it could not be done; then there is no file
 */
export async function backUpToFile(
  source: Source,
  path: string,
  passphrase?: Passphrase,
  workFactor?: number,
): Promise<Made> {
  assertOutside(path, source.dataDir)
  if (existsSync(path)) throw new BackupError(`${path} exists already`)
  const started = performance.now()
  // Under another name until it is whole, so that nothing unfinished passes for a backup.
  const unfinished = `${path}.${randomUUID()}`
  return await withBackupError(dirname(path), async () => {
    try {
      const file = await open(unfinished, 'wx', 0o600)
      let manifest: Manifest
      let bytes = 0
      try {
        const write = async (part: Uint8Array) => {
          await file.writeFile(part)
          bytes += part.length
        }
        const encrypter = passphrase && withPassphrase(await asked(passphrase, path), workFactor)
        manifest = await writeTar(source, path, write, encrypter)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(unfinished, path)
      await syncFolder(dirname(path))
      return { manifest, bytes, seconds: (performance.now() - started) / 1_000, pruned: 0 }
    } finally {
      await rm(unfinished, { force: true })
    }
  })
}

type Write = (part: Uint8Array) => Promise<void>

async function writeTar(
  source: Source,
  path: string,
  write: Write,
  encrypter: Encrypter | undefined,
): Promise<Manifest> {
  if (!encrypter) return fill(source, path, write)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const sink = new WritableStream<Uint8Array>({ write })
  const encrypted = (await encrypter.encrypt(readable)).pipeTo(sink)
  const plain = writable.getWriter()
  // Whatever ends it first is what is told.
  const filled = fill(source, path, (part) => plain.write(part)).then(
    async (manifest) => {
      await plain.close()
      return manifest
    },
    async (error) => {
      await plain.abort(error).catch(() => {})
      throw error
    },
  )
  const [, manifest] = await Promise.all([encrypted, filled])
  return manifest
}

async function fill(source: Source, path: string, append: Write): Promise<Manifest> {
  const tar = new TarWriter(path, append)
  const about = { format: 1, site: siteId(source.dataDir) }
  await tar.write('place.json', Buffer.from(`${JSON.stringify(about)}\n`))
  const manifest = await takeBackup({ ...source, writer: new PlaceWriter(tar), number: 1 })
  await tar.end()
  return manifest
}

/** All backups in a place, the first first. */
export async function listBackups({
  address,
  s3,
  passphrase,
  unencrypted,
}: Pick<Target, 'address' | 's3' | 'passphrase'> & { unencrypted?: boolean | undefined }): Promise<
  (Listed & { manifest?: Manifest })[]
> {
  const store = openStore(address, s3)
  const reader = new PlaceReader(store, await openSealing(store, passphrase, unencrypted))
  const found = await reader.list()
  return Promise.all(
    found.map(async (backup) => {
      const manifest = await reader.manifest(backup).catch((error) => {
        if (error instanceof BackupError) return undefined
        throw error
      })
      return { ...backup, ...(manifest && { manifest }) }
    }),
  )
}
