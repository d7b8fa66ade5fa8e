import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replacePrivateFile } from 'halvi-runtime/files/private-files'
import * as z from 'zod'
import { OperatorError } from '../../../server/operator-error.ts'

/** The layout of data folders that this program supports. */
const format = 1

/** The version of data folders that have no version file: 0.1.0 did not write one. */
export const firstVersion = '0.1.0'

const name = 'version.json'

const schema = z.object({
  format: z.number().int().positive(),
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
})

/**
 * Returns the version of Halvi that a data folder is at, or undefined if it has no version file.
 *
 * @throws OperatorError if the file is damaged or has an unknown layout
 */
export function readVersionFile(dataDir: string): string | undefined {
  const file = join(dataDir, name)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new OperatorError(
      `DATA_DIR can't be used: ${message}. Check that it is a folder on a writable disk, and that the user of the site owns it`,
    )
  }
  let found: z.infer<typeof schema>
  try {
    found = schema.parse(JSON.parse(text))
  } catch {
    throw new OperatorError(
      `${file} is damaged: replace its content with {"format":${format},"version":"…"} and the version of Halvi that ran last`,
    )
  }
  if (found.format <= format) return found.version
  throw new OperatorError(
    `The data is at version ${found.version}, with a layout that this version does not support: start Halvi ${found.version}`,
  )
}

/** Writes the version file atomically. */
export function writeVersionFile(dataDir: string, version: string): void {
  replacePrivateFile(join(dataDir, name), `${JSON.stringify({ format, version })}\n`)
}
