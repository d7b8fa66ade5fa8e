import { isUtf8 } from 'node:buffer'
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
  let file
  try {
    file = readFileSync('.env')
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    throw new Error(`.env can't be read (${code}). Make it a file that this user may read`)
  }
  if (!isUtf8(file) || file.includes(0)) {
    throw new Error('.env is not UTF-8. Save it as UTF-8 and try again')
  }
  const variables = parseEnv(String(file).replace(/^\ufeff/, ''))
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value
}
