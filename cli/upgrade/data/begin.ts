import { mkdirSync } from 'node:fs'
import { databasesIn } from '../../../server/data-folder/data-files.ts'
import { version } from '../../version.ts'
import { readVersionFile, writeVersionFile } from './version-file.ts'

/**
 * Has a folder to which nothing was ever written say from the beginning what it is of: else it would be taken for
 * one of the first version, and be upgraded. Any other stays as it is.
 *
 * @throws CommandError when what it says is damaged, or of a layout that this program does not know
 */
export function beginIfNew(dataDir: string): void {
  if (!isNewFolder(dataDir, readVersionFile(dataDir))) return
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeVersionFile(dataDir, version)
  } catch {
    // The site, which is to write there too, says what is wrong.
  }
}

/** Whether nothing was ever written to a folder that says this of its version. */
export const isNewFolder = (dataDir: string, written: string | undefined) =>
  written === undefined && databasesIn(dataDir).length === 0
