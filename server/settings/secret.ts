import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreateSecret as readOrCreate } from 'halvi-runtime/files/private-files'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'

/** Shorter ones can be guessed, or are what a fault left of a longer one. */
const minCharacters = 8

/**
 * Reads a secret, or makes one of 256 bits for the process's own user. Two processes that start at once agree.
 *
 * @throws StartError when the file holds fewer than 8 characters
 */
export function readOrCreateSecret(file: string): string {
  const made = () => Buffer.from(randomBytes(32).toString('base64url'))
  const secret = readOrCreate(file, made).toString().trim()
  if (secret.length >= minCharacters) return secret
  throw new StartError(`${file} is too short for a secret: delete it to have one made`)
}

/** Returns the Studio's password that is set, or one made at the first start, with its file. */
export function studioPassword({
  STUDIO_PASSWORD: password,
  DATA_DIR,
}: Pick<Settings, 'STUDIO_PASSWORD' | 'DATA_DIR'>): { password: string; file?: string } {
  const file = join(DATA_DIR, 'studio-password')
  return password ? { password } : { password: readOrCreateSecret(file), file }
}

/**
 * Returns the token for the metrics that is set, or one made at the first start, with the file that keeps it.
 */
export function metricsToken({
  METRICS_TOKEN: token,
  DATA_DIR,
}: Pick<Settings, 'METRICS_TOKEN' | 'DATA_DIR'>): { token: string; file?: string } {
  const file = join(DATA_DIR, 'metrics-token')
  return token ? { token } : { token: readOrCreateSecret(file), file }
}
