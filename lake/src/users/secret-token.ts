import { createHash, randomBytes } from 'node:crypto'

/** Returns 256 random bits, fit for an address or a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash of a token, with which nobody can sign in. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
