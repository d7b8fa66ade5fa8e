import { isAbsolute, relative, resolve } from 'node:path'
import { OperatorError } from '../../operator-error.ts'
import { folderStore } from '../stores/folder-store.ts'
import { type S3Settings, s3Store } from '../stores/s3-store.ts'
import type { FileStore, ReadStore } from '../stores/store.ts'
import { makeKey, openKey, type Sealing, sealedTo, unsealed } from './sealing.ts'

const keyName = 'key.age'

/** Says which site a repository belongs to. */
export const ownerName = 'place.json'

/** Resolves to the passphrase in the settings, or else to one typed on a terminal; undefined without either. */
export type Passphrase = (options?: { ask: boolean }) => Promise<string | undefined>

/** How a repository is opened. */
export interface RepositoryAccess {
  /** A folder or `s3://bucket/prefix`. */
  address: string
  s3: Omit<S3Settings, 'address'>
  passphrase: Passphrase
}

/** Returns whether an address is that of a bucket rather than a folder. */
export const isBucket = (address: string) => address.startsWith('s3://')

/** Opens the folder or bucket of a repository. */
export const openStore = ({ address, s3 }: Pick<RepositoryAccess, 'address' | 's3'>): FileStore =>
  isBucket(address) ? s3Store({ ...s3, address }) : folderStore(resolve(address))

/** @throws OperatorError for an address within the data folder: the backups would be lost with it */
export function assertOutside(address: string, dataDir: string): void {
  if (isBucket(address)) return
  const way = relative(resolve(dataDir), resolve(address))
  const isWithin = !way.startsWith('..') && !isAbsolute(way)
  if (isWithin) throw new OperatorError(`${address} is in DATA_DIR: choose a folder outside it`)
}

/**
 * Makes a repository ready for a site's backups: writes the owner into a new one, with a key where it is to be
 * encrypted, and opens the key of an existing one. Call it while the repository is locked.
 *
 * @throws OperatorError when it belongs to another site, or when the passphrase is missing, wrong, or unexpected
 */
export async function prepareRepository(
  store: FileStore,
  site: string,
  passphrase: Passphrase,
  encrypt: boolean,
  workFactor?: number,
): Promise<Sealing> {
  const isNew = (await store.read(ownerName)) === undefined
  const owner = await ownerOf(store)
  if (owner && owner !== site) {
    throw new OperatorError(`${store.name} has the backups of another site: choose another one`)
  }
  const sealing = (await store.read(keyName)) ? await openSealing(store, passphrase) : undefined
  if (!sealing && encrypt && !isNew) {
    throw new OperatorError(
      `${store.name} was begun without encryption: choose another one, or no passphrase`,
    )
  }
  const key =
    !sealing && encrypt && (await makeKey(await required(passphrase, store.name), workFactor))
  if (key) await store.write(keyName, key.file)
  if (isNew) await store.write(ownerName, ownerFile(site))
  return sealing ?? (key ? sealedTo(key.identity) : unsealed)
}

/** Returns the content of `place.json`. */
export const ownerFile = (site: string) => Buffer.from(`${JSON.stringify({ format: 1, site })}\n`)

/** Resolves to the id of the site that a repository belongs to, as far as `place.json` can be trusted. */
export async function ownerOf(store: ReadStore): Promise<string | undefined> {
  try {
    return JSON.parse(String(await store.read(ownerName)))?.site
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * Resolves to the sealing that reads a repository.
 *
 * @param unencrypted whether a repository without a key is accepted although a passphrase is set
 * @throws OperatorError when the passphrase is missing or wrong, or the repository has no key
 */
export async function openSealing(
  store: ReadStore,
  passphrase: Passphrase,
  unencrypted = false,
): Promise<Sealing> {
  const key = await store.read(keyName)
  if (key) {
    const words = await required(passphrase, store.name)
    return sealedTo(await openKey(key, words, `${keyName} in ${store.name}`))
  }
  if (!unencrypted) await assertNoPassphrase(passphrase, store.name)
  return unsealed
}

/** @throws OperatorError when a passphrase is set: an unencrypted backup could be anybody's */
export async function assertNoPassphrase(passphrase: Passphrase, name: string): Promise<void> {
  if (!(await passphrase({ ask: false }))) return
  throw new OperatorError(
    `${name} is not encrypted, although BACKUP_PASSPHRASE is set: anybody may have written it. To use it anyway, add --unencrypted`,
  )
}

/** @throws OperatorError when there is no passphrase */
export async function required(passphrase: Passphrase, name: string): Promise<string> {
  const words = await passphrase()
  if (words) return words
  throw new OperatorError(`${name} is encrypted: set BACKUP_PASSPHRASE`)
}
