import { httpError } from '../errors/errors.ts'
import { isGuessable } from './guessable-password.ts'
import { TOKEN_USER } from './user.ts'

const MAX_NAME_LENGTH = 100
const PASSWORD_LENGTH = { fewest: 12, most: 200 }

/** A local part and a domain, without characters that could affect surrounding text. */
const EMAIL = /^[^\s@"<>(),:;\\\p{C}]{1,64}@[\p{L}\p{N}\p{M}.-]{1,189}$/u
/** Control characters and characters that change the text direction. */
const UNREADABLE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u

/** Returns the normalized form by which two addresses are compared. */
export function emailKey(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}

/** Returns an email address as stored. Throws a `LakeError` 400 for an invalid address. */
export function readEmail(value: unknown): string {
  const email = typeof value === 'string' ? value.normalize('NFC').trim() : ''
  if (!EMAIL.test(email)) throw httpError(400, 'Enter an email address such as name@example.com')
  return email
}

/**
 * Returns the key by which similar names are compared: without case, accents, spaces, punctuation, and invisible
 * characters.
 */
function nameKey(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return plain.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

/** Returns a person's name as stored. Throws a `LakeError` 400 for an invalid or reserved name. */
export function readName(value: unknown, productNames: readonly string[]): string {
  const name = typeof value === 'string' ? value.normalize('NFC').trim() : ''
  if (name === '') throw httpError(400, 'Enter a name')
  if (name.length > MAX_NAME_LENGTH) {
    throw httpError(400, `The name must have at most ${MAX_NAME_LENGTH} characters`)
  }
  if ([TOKEN_USER.name, ...productNames].some((taken) => nameKey(taken) === nameKey(name))) {
    throw httpError(400, 'This name is reserved. Enter a different name')
  }
  if (UNREADABLE.test(name))
    throw httpError(400, 'The name contains characters that cannot be displayed')
  return name
}

/**
 * Returns a password in Unicode form NFC, so that it does not depend on the keyboard. Throws a `LakeError` 400 if it
 * is missing.
 */
export function readPassword(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw httpError(400, 'The password is missing')
  return value.normalize('NFC')
}

/** Returns a valid new password for a person. Throws a `LakeError` 400 with the reason if it is not acceptable. */
export function readNewPassword(
  value: unknown,
  person: { name: string; email: string },
  productNames: readonly string[],
): string {
  const password = readPassword(value)
  const { fewest, most } = PASSWORD_LENGTH
  const { length } = [...password]
  if (length < fewest) throw httpError(400, `The password must have at least ${fewest} characters`)
  if (length > most) throw httpError(400, `The password must have at most ${most} characters`)
  const key = emailKey(password)
  if ([person.name, person.email].some((known) => emailKey(known) === key)) {
    throw httpError(400, 'The password must not be your name or email address')
  }
  if (isGuessable(password, [person.name, person.email, ...productNames])) {
    throw httpError(400, 'This password is easy to guess. Use several unrelated words')
  }
  return password
}
