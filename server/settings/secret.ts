import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreateSecret as readOrCreate } from 'halvi-runtime/files/private-files'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'

/** Shorter ones can be guessed, or are what a fault left of a longer one. */
const fewestCharacters = 8

/**
 * Reads a secret, or makes one of 256 bits, readable by the process's own user alone. Two processes
 * that start at once agree on the one that was written first.
 *
 * @throws StartError when the file holds fewer than 8 characters
 */
export function readOrCreateSecret(file: string): string {
  const made = () => Buffer.from(randomBytes(32).toString('base64url'))
  const secret = readOrCreate(file, made).toString().trim()
  if (secret.length >= fewestCharacters) return secret
  throw new StartError(`${file} is too short for a secret: delete it to have one made`)
}

/** What opens the embedded Studio. */
export interface StudioPassword {
  password: string
  /** The file that keeps it, unless it is a setting. */
  file?: string
}

/** The password that is set, or one made at the first start and kept in DATA_DIR (mode 600). */
export function studioPassword(settings: Settings): StudioPassword {
  if (settings.STUDIO_PASSWORD) return { password: settings.STUDIO_PASSWORD }
  const file = join(settings.DATA_DIR, 'studio-password')
  return { password: readOrCreateSecret(file), file }
}

/** What opens the metrics. */
export interface MetricsToken {
  token: string
  /** The file that keeps it, unless it is a setting. */
  file?: string
}

/**
 * The token that is set, or one made at the first start and kept in DATA_DIR. Where a request comes
 * from proves nothing: behind a proxy on this machine all come from here.
 */
export function metricsToken(settings: Pick<Settings, 'METRICS_TOKEN' | 'DATA_DIR'>): MetricsToken {
  if (settings.METRICS_TOKEN) return { token: settings.METRICS_TOKEN }
  const file = join(settings.DATA_DIR, 'metrics-token')
  return { token: readOrCreateSecret(file), file }
}
