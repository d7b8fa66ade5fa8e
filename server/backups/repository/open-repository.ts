import { isAbsolute, relative, resolve } from 'node:path'
import { OperatorError } from '../../operator-error.ts'
import { folderStore } from '../stores/folder-store.ts'
import { type S3Settings, s3Store } from '../stores/s3-store.ts'
import type { FileStore, ReadStore } from '../stores/store.ts'
import { type Encryption, encryptionFor, makeKey, noEncryption, openKey } from './encryption.ts'

const keyName = 'key.age'

/** The file that contains the id of the site that a repository belongs to. */
export const ownerName = 'place.json'

/**
 * Resolves to the passphrase from the settings, or asks for it on a terminal. Resolves to undefined if neither is
 * available.
 */
export type Passphrase = (options?: { ask: boolean }) => Promise<string | undefined>

/** The parameters for opening a repository. */
export interface RepositoryAccess {
  /** A folder or `s3://bucket/prefix`. */
  address: string
  s3: Omit<S3Settings, 'address'>
  passphrase: Passphrase
}

/** Returns whether an address is an S3 address rather than a folder. */
export const isBucket = (address: string) => address.startsWith('s3://')

/** Returns the file store of a repository's folder or bucket. */
export const openStore = ({ address, s3 }: Pick<RepositoryAccess, 'address' | 's3'>): FileStore =>
  isBucket(address) ? s3Store({ ...s3, address }) : folderStore(resolve(address))

/**
 * Checks that backups are not stored in the data folder, because they would be lost together with it.
 *
 * @throws OperatorError for an address in the data folder
 */
export function assertOutside(address: string, dataDir: string): void {
  if (isBucket(address)) return
  const way = relative(resolve(dataDir), resolve(address))
  const isWithin = !way.startsWith('..') && !isAbsolute(way)
  if (isWithin) throw new OperatorError(`${address} is in DATA_DIR. Choose a folder outside it`)
}

/**
 * Prepares a repository for a site's backups. In a new repository, writes the file of the owner and, if it is to be
 * encrypted, a key. Otherwise opens the existing key. Call it while the repository is locked.
 *
 * @throws OperatorError when the repository belongs to another site, or the passphrase is missing, wrong, or
 * unexpected
 */
export async function prepareRepository(
  store: FileStore,
  site: string,
  passphrase: Passphrase,
  encrypt: boolean,
  workFactor?: number,
): Promise<Encryption> {
  const isNew = (await store.read(ownerName)) === undefined
  const owner = await ownerOf(store)
  if (owner && owner !== site) {
    throw new OperatorError(
      `${store.name} contains the backups of another site. Choose another repository`,
    )
  }
  const encryption = (await store.read(keyName))
    ? await openEncryption(store, passphrase)
    : undefined
  if (!encryption && encrypt && !isNew) {
    throw new OperatorError(
      `${store.name} was created without encryption. Choose another repository, or unset the passphrase`,
    )
  }
  const key =
    !encryption &&
    encrypt &&
    (await makeKey(await requirePassphrase(passphrase, store.name), workFactor))
  if (key) await store.write(keyName, key.file)
  if (isNew) await store.write(ownerName, ownerFile(site))
  return encryption ?? (key ? encryptionFor(key.identity) : noEncryption)
}

/** Returns the content of the owner file. */
export const ownerFile = (site: string) => Buffer.from(`${JSON.stringify({ format: 1, site })}\n`)

/**
 * Resolves to the id of the site that a repository belongs to, or undefined if the owner file is missing or damaged.
 */
export async function ownerOf(store: ReadStore): Promise<string | undefined> {
  try {
    return JSON.parse(String(await store.read(ownerName)))?.site
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * Opens the key of a repository and resolves to its encryption.
 *
 * @param unencrypted whether to accept a repository without a key although a passphrase is set
 * @throws OperatorError when the passphrase is missing or wrong, or a passphrase is set and the repository has no key
 */
export async function openEncryption(
  store: ReadStore,
  passphrase: Passphrase,
  unencrypted = false,
): Promise<Encryption> {
  const key = await store.read(keyName)
  if (key) {
    const words = await requirePassphrase(passphrase, store.name)
    return encryptionFor(await openKey(key, words, `${keyName} in ${store.name}`))
  }
  if (!unencrypted) await assertNoPassphrase(passphrase, store.name)
  return noEncryption
}

/**
 * Checks that no passphrase is set before an unencrypted backup is read, because anybody could have written that
 * backup.
 *
 * @throws OperatorError when a passphrase is set
 */
export async function assertNoPassphrase(passphrase: Passphrase, name: string): Promise<void> {
  if (!(await passphrase({ ask: false }))) return
  throw new OperatorError(
    `${name} is not encrypted although BACKUP_PASSPHRASE is set, so anybody may have written it. To use it anyway, add --unencrypted`,
  )
}

/**
 * Resolves to the passphrase.
 *
 * @throws OperatorError when there is no passphrase
 */
export async function requirePassphrase(passphrase: Passphrase, name: string): Promise<string> {
  const words = await passphrase()
  if (words) return words
  throw new OperatorError(`${name} is encrypted. Set BACKUP_PASSPHRASE and try again`)
}
