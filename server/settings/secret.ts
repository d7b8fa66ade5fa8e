import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreateSecret as readOrCreate } from 'halvi-runtime/files/private-files'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'

/** Minimum length. A shorter secret can be guessed, or is the rest of a damaged file. */
const minCharacters = 8

/**
 * Reads a secret from a file, or creates one of 256 bits that only this user can read. Processes that start at the
 * same time use the same secret.
 *
 * @throws StartError when the file has fewer than 8 characters
 */
export function readOrCreateSecret(file: string): string {
  const create = () => Buffer.from(randomBytes(32).toString('base64url'))
  const secret = readOrCreate(file, create).toString().trim()
  if (secret.length >= minCharacters) return secret
  throw new StartError(`The secret in ${file} is too short. Delete the file to create a new secret`)
}

/** Returns the Studio's password from the settings, or one that was created at the first start, with its file. */
export function studioPassword({
  STUDIO_PASSWORD: password,
  DATA_DIR,
}: Pick<Settings, 'STUDIO_PASSWORD' | 'DATA_DIR'>): { password: string; file?: string } {
  const file = join(DATA_DIR, 'studio-password')
  return password ? { password } : { password: readOrCreateSecret(file), file }
}

/** Returns the token for `/metrics` from the settings, or one that was created at the first start, with its file. */
export function metricsToken({
  METRICS_TOKEN: token,
  DATA_DIR,
}: Pick<Settings, 'METRICS_TOKEN' | 'DATA_DIR'>): { token: string; file?: string } {
  const file = join(DATA_DIR, 'metrics-token')
  return token ? { token } : { token: readOrCreateSecret(file), file }
}
