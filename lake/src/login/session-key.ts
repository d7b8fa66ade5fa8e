import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The key of a lake's sessions: 256 random bits in a file for the process's own user alone, made when absent. */
export function sessionKey(directory: string): Buffer {
  const file = join(directory, 'session-key')
  try {
    writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = readFileSync(file)
  // A key that was cut short could be guessed.
  if (key.length !== 32) throw new Error(`${file} is not a session key; delete it to make another`)
  return key
}
