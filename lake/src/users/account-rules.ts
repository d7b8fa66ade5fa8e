import { httpError } from '../errors/errors.ts'
import { isGuessable } from './guessable-password.ts'
import { TOKEN_USER } from './user.ts'

const MAX_NAME_LENGTH = 100
const PASSWORD_LENGTH = { fewest: 12, most: 200 }

/** A name, a domain or an address, and nothing that would change what is read around it. */
const EMAIL = /^[^\s@"<>(),:;\\\p{C}]{1,64}@[\p{L}\p{N}\p{M}.-]{1,189}$/u
/** Control characters, and marks that turn the direction of what follows. */
const UNREADABLE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u

/** By what two addresses are the same. */
export function emailKey(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}

/** Returns an e-mail address as it is stored. Throws a `LakeError` 400 for an invalid one. */
export function readEmail(value: unknown): string {
  const email = typeof value === 'string' ? value.normalize('NFC').trim() : ''
  if (!EMAIL.test(email)) throw httpError(400, 'Give an e-mail address, as name@example.com')
  return email
}

/** By what two names look the same: without case, accents, spaces, signs and what can't be seen. */
function nameKey(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return plain.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

/** Returns a person's name as it is stored. Throws a `LakeError` 400 for an invalid or reserved name. */
export function readName(value: unknown, productNames: readonly string[]): string {
  const name = typeof value === 'string' ? value.normalize('NFC').trim() : ''
  if (name === '') throw httpError(400, 'Give a name')
  if (name.length > MAX_NAME_LENGTH) {
    throw httpError(400, `A name has at most ${MAX_NAME_LENGTH} characters`)
  }
  if ([TOKEN_USER.name, ...productNames].some((taken) => nameKey(taken) === nameKey(name))) {
    throw httpError(400, 'This name is used by the program itself: give another')
  }
  if (UNREADABLE.test(name)) throw httpError(400, 'The name has characters that cannot be shown')
  return name
}

/** A password as it was typed, whatever the keyboard made of its accents. Throws a `LakeError` 400 for none. */
export function readPassword(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw httpError(400, 'The password is missing')
  return value.normalize('NFC')
}

/** Returns an acceptable new password of a person. Throws a `LakeError` 400 with the reason. */
export function readNewPassword(
  value: unknown,
  person: { name: string; email: string },
  productNames: readonly string[],
): string {
  const password = readPassword(value)
  const { fewest, most } = PASSWORD_LENGTH
  const { length } = [...password]
  if (length < fewest) throw httpError(400, `A password has at least ${fewest} characters`)
  if (length > most) throw httpError(400, `A password has at most ${most} characters`)
  const key = emailKey(password)
  if ([person.name, person.email].some((known) => emailKey(known) === key)) {
    throw httpError(400, 'The password must not be your name or address')
  }
  if (isGuessable(password, [person.name, person.email, ...productNames])) {
    throw httpError(
      400,
      'This password is easy to guess: several words that are no saying are better',
    )
  }
  return password
}
