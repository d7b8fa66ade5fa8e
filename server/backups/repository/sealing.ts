import { createHash, createHmac } from 'node:crypto'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { OperatorError } from '../../operator-error.ts'

/** Stores bytes as they are, or encrypted. */
export interface Sealing {
  /** Added to names of files. */
  suffix: '' | '.age'
  /** Returns a name for bytes, which tells nothing about them to anybody without the key. */
  idOf(bytes: Buffer): string
  seal(bytes: Buffer): Promise<Buffer>
  /** @throws when the bytes were changed */
  unseal(bytes: Buffer): Promise<Buffer>
}

/** Leaves bytes as they are, named by their SHA-256. */
export const unsealed: Sealing = {
  suffix: '',
  idOf: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  seal: async (bytes) => bytes,
  unseal: async (bytes) => bytes,
}

/** Encrypts for an age identity (X25519) of `makeKey`. */
export async function sealedTo(identity: string): Promise<Sealing> {
  const [encrypter, decrypter] = [new Encrypter(), new Decrypter()]
  encrypter.addRecipient(await identityToRecipient(identity))
  decrypter.addIdentity(identity)
  // A plain hash would reveal whether a known file is in the backup.
  const namingKey = createHash('sha256').update(`names of chunks ${identity}`).digest()
  return {
    suffix: '.age',
    idOf: (bytes) => createHmac('sha256', namingKey).update(bytes).digest('hex'),
    seal: async (bytes) => Buffer.from(await encrypter.encrypt(bytes)),
    unseal: async (bytes) => Buffer.from(await decrypter.decrypt(bytes)),
  }
}

/** Returns a new identity, and the same as an encrypted age file. */
export async function makeKey(
  passphrase: string,
  workFactor?: number,
): Promise<{ identity: string; file: Buffer }> {
  const identity = await generateX25519Identity()
  const encrypter = withPassphrase(passphrase, workFactor)
  return { identity, file: Buffer.from(await encrypter.encrypt(`${identity}\n`)) }
}

/** @throws OperatorError when the passphrase is wrong or the file is damaged */
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
 * Encrypts whole files, which the program age opens with the passphrase.
 *
 * @param workFactor the cost of trying a passphrase, which doubles with each step; the default of age if absent
 */
export function withPassphrase(passphrase: string, workFactor?: number): Encrypter {
  const encrypter = new Encrypter()
  if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor)
  encrypter.setPassphrase(passphrase)
  return encrypter
}

/** Returns one line for an error of age. */
export function decryptionError(error: unknown, name: string): OperatorError {
  const isWrong = /no identity matched/.test((error as Error).message)
  const why = isWrong ? 'the passphrase is wrong' : 'it is damaged'
  return new OperatorError(`${name} can't be opened: ${why}`)
}
