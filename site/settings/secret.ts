import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreateSecret as readOrCreate } from 'halvi-kit/files/private-files'
import { StartError } from 'halvi-kit/processes/start-error'
import type { Settings } from './settings.ts'

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

/** The files of secrets that are created unless they are set. */
const createdIn = { STUDIO_PASSWORD: 'studio-password', METRICS_TOKEN: 'metrics-token' } as const

/** Returns a secret from the settings, or one that was created at the first start, with its file. */
export function settingOrSecret<Name extends keyof typeof createdIn>(
  name: Name,
  settings: Pick<Settings, Name | 'DATA_DIR'>,
): { secret: string; file?: string } {
  const secret: string | undefined = settings[name]
  if (secret) return { secret }
  const file = join(settings.DATA_DIR, createdIn[name])
  return { secret: readOrCreateSecret(file), file }
}

/** The file of the token with which programs write content, and from which the key of previews is derived. */
export const lakeTokenFile = ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string =>
  join(DATA_DIR, 'lake-token')
