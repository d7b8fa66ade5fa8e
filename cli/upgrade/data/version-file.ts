import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { writeWhole } from '../../../server/data-folder/durable-files.ts'
import { CommandError } from '../../command.ts'

/** The layout of a data folder that this program knows. */
const format = 1

/** Folders that say nothing of it are of the version that did not yet write it. */
export const firstVersion = '0.1.0'

const name = 'version.json'

const versionSchema = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)

/**
 * The version of Halvi that a data folder is of; undefined where none stands in it.
 *
 * @throws CommandError when the file is damaged, or of a layout that this program does not know
 */
export function readVersionFile(dataDir: string): string | undefined {
  const file = join(dataDir, name)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new CommandError(`DATA_DIR can't be used: ${message}`)
  }
  const read = parse(text)
  if (!read) {
    throw new CommandError(
      `${file} is damaged: write {"format":${format},"version":"…"} with the version that ran last`,
    )
  }
  if (read.format > format) {
    throw new CommandError(
      `DATA_DIR is of Halvi ${read.version}, in a layout that this version does not know: start that one`,
    )
  }
  return read.version
}

/** Writes it; whole at any time. */
export function writeVersionFile(dataDir: string, version: string): void {
  writeWhole(join(dataDir, name), `${JSON.stringify({ format, version })}\n`)
}

function parse(text: string): { format: number; version: string } | undefined {
  try {
    const schema = z.object({ format: z.number().int().positive(), version: versionSchema })
    return schema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
