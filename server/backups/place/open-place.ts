import { statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { BackupError } from '../backup-error.ts'
import { folderStore } from '../stores/folder-store.ts'
import { type S3Settings, s3Store } from '../stores/s3-store.ts'
import type { ReadStore, Store } from '../stores/store.ts'
import { makeKey, openKey, type Sealing, sealedTo, unsealed } from './sealing.ts'

const keyName = 'key.age'
const aboutName = 'place.json'

/** What opens stores of S3. */
export type S3Access = Omit<S3Settings, 'address'>

/** Resolves to the passphrase that is set, or else to one typed on a terminal; undefined without either. */
export type Passphrase = (options?: { ask: boolean }) => Promise<string | undefined>

/** The store at an address: `s3://bucket/prefix` or a folder. */
export function openStore(address: string, s3: S3Access): Store {
  return address.startsWith('s3://') ? s3Store({ ...s3, address }) : folderStore(resolve(address))
}

/** @throws BackupError for a place within what is backed up: it would be lost with it */
export function assertOutside(address: string, dataDir: string): void {
  if (address.startsWith('s3://')) return
  const way = relative(resolve(dataDir), resolve(address))
  const isWithin = !way.startsWith('..') && !isAbsolute(way)
  if (isWithin) throw new BackupError(`${address} lies in DATA_DIR: backups belong somewhere else`)
}

/** Whether there is a folder or a bucket of that address, rather than a file. */
export function isPlace(address: string): boolean {
  return (
    address.startsWith('s3://') ||
    (statSync(address, { throwIfNoEntry: false })?.isDirectory() ?? true)
  )
}

/**
 * Makes a place ready for a site's backups: writes into a new one whose it is, with a key where it is to be
 * encrypted, and opens the key of one that is there. Call it while the place is locked.
 *
 * @throws BackupError when it is another site's, or when the passphrase is missing, wrong or too much
 */
export async function preparePlace(
  store: Store,
  site: string,
  passphrase: Passphrase,
  encrypt: boolean,
  workFactor?: number,
): Promise<Sealing> {
  const about = await store.read(aboutName)
  const owner = about && siteOf(about)
  if (owner && owner !== site) {
    throw new BackupError(`${store.name} holds the backups of another site: name another place`)
  }
  if (await store.read(keyName)) {
    const sealing = await openSealing(store, passphrase)
    await writeAbout(store, site, about)
    return sealing
  }
  if (!encrypt) {
    await writeAbout(store, site, about)
    return unsealed
  }
  if (about) {
    throw new BackupError(
      `${store.name} was begun without encryption: name another place, or no passphrase`,
    )
  }
  const { identity, file } = await makeKey(await asked(passphrase, store.name), workFactor)
  await store.write(keyName, file)
  await writeAbout(store, site, about)
  return sealedTo(identity)
}

async function writeAbout(store: Store, site: string, about: Buffer | undefined): Promise<void> {
  if (!about) await store.write(aboutName, Buffer.from(`${JSON.stringify({ format: 1, site })}\n`))
}

/** Returns the id of the site that a place belongs to, as far as `place.json` can be trusted. */
export async function ownerOf(store: ReadStore): Promise<string | undefined> {
  const about = await store.read(aboutName)
  return about && siteOf(about)
}

/**
 * Returns the sealing that reads a place.
 *
 * @param unencrypted whether a place without a key is accepted although a passphrase is set
 * @throws BackupError when the passphrase is missing or wrong, or the place has no key
 */
export async function openSealing(
  store: ReadStore,
  passphrase: Passphrase,
  unencrypted = false,
): Promise<Sealing> {
  const key = await store.read(keyName)
  if (!key) {
    if (!unencrypted) await assertNoPassphrase(passphrase, store.name)
    return unsealed
  }
  const words = await asked(passphrase, store.name)
  return sealedTo(await openKey(key, words, `${keyName} in ${store.name}`))
}

/** @throws BackupError when a passphrase is set: a backup without encryption could be anybody's */
export async function assertNoPassphrase(passphrase: Passphrase, name: string): Promise<void> {
  if (!(await passphrase({ ask: false }))) return
  throw new BackupError(
    `${name} is not encrypted, although BACKUP_PASSPHRASE is set: anybody may have written it. To use it anyway, add --unencrypted`,
  )
}

/** @throws BackupError when there is none */
export async function asked(passphrase: Passphrase, name: string): Promise<string> {
  const words = await passphrase()
  if (words) return words
  throw new BackupError(`${name} is encrypted: set BACKUP_PASSPHRASE`)
}

function siteOf(about: Buffer): string | undefined {
  try {
    return (JSON.parse(about.toString()) as { site?: string }).site
  } catch {
    return undefined
  }
}
