import { createHash, createHmac } from 'node:crypto'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { OperatorError } from '../../operator-error.ts'

/** Encrypts and decrypts the files of a repository, or leaves them unchanged if it has no key. */
export interface Encryption {
  /** The suffix of file names. */
  suffix: '' | '.age'
  /** Returns a name for the bytes that reveals nothing about them without the key. */
  nameOf(bytes: Buffer): string
  encrypt(bytes: Buffer): Promise<Buffer>
  /**
   * Decrypts bytes.
   *
   * @throws when the bytes were modified
   */
  decrypt(bytes: Buffer): Promise<Buffer>
}

/** Leaves files unchanged. Names are SHA-256 hashes of the content. */
export const noEncryption: Encryption = {
  suffix: '',
  nameOf: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  encrypt: async (bytes) => bytes,
  decrypt: async (bytes) => bytes,
}

/** Returns the encryption with an age identity (X25519) that `makeKey` created. */
export async function encryptionFor(identity: string): Promise<Encryption> {
  const [encrypter, decrypter] = [new Encrypter(), new Decrypter()]
  encrypter.addRecipient(await identityToRecipient(identity))
  decrypter.addIdentity(identity)
  // A plain hash would reveal whether the backup contains a known file.
  const namingKey = createHash('sha256').update(`names of chunks ${identity}`).digest()
  return {
    suffix: '.age',
    nameOf: (bytes) => createHmac('sha256', namingKey).update(bytes).digest('hex'),
    encrypt: async (bytes) => Buffer.from(await encrypter.encrypt(bytes)),
    decrypt: async (bytes) => Buffer.from(await decrypter.decrypt(bytes)),
  }
}

/**
 * Creates an age identity. Resolves to the identity and to a file that contains it, encrypted with the passphrase.
 */
export async function makeKey(
  passphrase: string,
  workFactor?: number,
): Promise<{ identity: string; file: Buffer }> {
  const identity = await generateX25519Identity()
  const encrypter = withPassphrase(passphrase, workFactor)
  return { identity, file: Buffer.from(await encrypter.encrypt(`${identity}\n`)) }
}

/**
 * Decrypts a key file and resolves to its identity.
 *
 * @throws OperatorError when the passphrase is wrong or the file is damaged
 */
export async function openKey(file: Buffer, passphrase: string, name: string): Promise<string> {
  try {
    const decrypter = new Decrypter()
    decrypter.addPassphrase(passphrase)
    return (await decrypter.decrypt(file, 'text')).trim()
  } catch (error) {
    throw decryptionError(error, name)
  }
}

/**
 * Returns an encrypter for whole files. The `age` program decrypts them with the passphrase.
 *
 * @param workFactor the scrypt work factor: each step doubles the cost of guessing a passphrase. Default: the default
 * of age
 */
export function withPassphrase(passphrase: string, workFactor?: number): Encrypter {
  const encrypter = new Encrypter()
  if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor)
  encrypter.setPassphrase(passphrase)
  return encrypter
}

/** Returns an error that says why age could not decrypt a file. */
export function decryptionError(error: unknown, name: string): OperatorError {
  const isWrong = /no identity matched/.test((error as Error).message)
  const why = isWrong ? 'the passphrase is wrong' : 'the file is damaged'
  return new OperatorError(`${name} can't be decrypted: ${why}`)
}
