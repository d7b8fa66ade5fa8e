import { createHash, randomBytes } from 'node:crypto'

/** What nobody can guess, fit for an address or a cookie: 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a token: nobody gets in with it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
