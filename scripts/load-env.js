import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/**
 * Sets the variables of the file `.env` in the current folder, if there is one. Variables that are set stay as they
 * are. Ignores the byte order mark that some editors write, which Node would read as part of the first name.
 *
 * @throws Error with one line that says what to do, if the file can't be read as UTF-8
 */
export function loadEnv() {
  if (!existsSync('.env')) return
  for (const [name, value] of Object.entries(parseEnv(readText()))) process.env[name] ??= value
}

function readText() {
  try {
    // The decoder removes the byte order mark.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync('.env'))
    if (!text.includes('\0')) return text
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code !== 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new Error(`.env can't be read (${code}). Make it a file that this user may read`)
  }
  throw new Error('.env is not UTF-8. Save it as UTF-8 and try again')
}
