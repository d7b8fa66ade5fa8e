import { createHash, createHmac } from 'node:crypto'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BackupError } from '../backup-error.ts'

/** How bytes are kept: as they are, or encrypted. */
export interface Sealing {
  /** What is added to names. */
  suffix: '' | '.age'
  /** Names bytes by what is in them; whoever has no key learns nothing by it. */
  idOf(bytes: Buffer): string
  seal(bytes: Buffer): Promise<Buffer>
  /** @throws when they were changed */
  unseal(bytes: Buffer): Promise<Buffer>
}

/** As they are, named by their SHA-256. */
export const unsealed: Sealing = {
  suffix: '',
  idOf: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  seal: async (bytes) => bytes,
  unseal: async (bytes) => bytes,
}

/** For an identity of age (X25519), which `makeKey` has made. */
export async function sealedTo(identity: string): Promise<Sealing> {
  const [encrypter, decrypter] = [new Encrypter(), new Decrypter()]
  encrypter.addRecipient(await identityToRecipient(identity))
  decrypter.addIdentity(identity)
  // A plain hash would tell whether somebody's known file is among them.
  const namingKey = createHash('sha256').update(`names of chunks ${identity}`).digest()
  return {
    suffix: '.age',
    idOf: (bytes) => createHmac('sha256', namingKey).update(bytes).digest('hex'),
    seal: async (bytes) => Buffer.from(await encrypter.encrypt(bytes)),
    unseal: async (bytes) => Buffer.from(await decrypter.decrypt(bytes)),
  }
}

/** A new identity, and the same encrypted as an age file, as `withPassphrase` does. */
export async function makeKey(
  passphrase: string,
  workFactor?: number,
): Promise<{ identity: string; file: Buffer }> {
  const identity = await generateX25519Identity()
  const encrypter = withPassphrase(passphrase, workFactor)
  return { identity, file: Buffer.from(await encrypter.encrypt(`${identity}\n`)) }
}

/** @throws BackupError when the passphrase is wrong or the file damaged */
export async function openKey(file: Buffer, passphrase: string, name: string): Promise<string> {
  try {
    const decrypter = new Decrypter()
    decrypter.addPassphrase(passphrase)
    return (await decrypter.decrypt(file, 'text')).trim()
  } catch (error) {
    throw wrongPassphrase(error, name)
  }
}

/**
 * Encrypts whole files, which the program age opens with the passphrase.
 *
 * @param workFactor what trying a passphrase costs: twice as much for each; as age has it unless told otherwise
 */
export function withPassphrase(passphrase: string, workFactor?: number): Encrypter {
  const encrypter = new Encrypter()
  if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor)
  encrypter.setPassphrase(passphrase)
  return encrypter
}

/** One line for what age says of a file that it can't open. */
export function wrongPassphrase(error: unknown, name: string): BackupError {
  const isWrong = /no identity matched/.test((error as Error).message)
  const why = isWrong ? 'the passphrase is wrong' : 'it is damaged'
  return new BackupError(`${name} can't be opened: ${why}`)
}
