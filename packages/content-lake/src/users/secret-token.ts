import { createHash, randomBytes } from 'node:crypto'

/** Returns a random token of 256 bits that can be used in a URL or a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash of a token. The hash cannot be used to sign in. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Returns a random id of 64 bits. */
export function randomId(): string {
  return randomBytes(8).toString('hex')
}
