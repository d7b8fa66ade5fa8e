import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { UnusableFileError } from '../errors/errors.ts'
import { readOrCreateSecret } from '../files/private-files.ts'

const BYTES = 32

/**
 * The key of a lake's sessions: 256 random bits in a file for the process's own user alone, made when
 * absent. Throws `UnusableFileError` when the file holds anything else.
 */
export function sessionKey(directory: string): Buffer {
  const file = join(directory, 'session-key')
  const key = readOrCreateSecret(file, () => randomBytes(BYTES))
  // A key that was cut short could be guessed.
  if (key.length === BYTES) return key
  throw new UnusableFileError(
    `${file} is not a session key: delete it to have one made, which signs everybody out`,
  )
}
