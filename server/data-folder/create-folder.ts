import { mkdirSync } from 'node:fs'
import { StartError } from 'halvi-kit/processes/start-error'

/**
 * Creates the data folder, readable by its owner only, if it does not exist. The permissions of an existing one stay as
 * the operator has set them.
 *
 * @throws StartError
 */
export function createDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    const { message } = error as Error
    throw new StartError(
      `DATA_DIR can't be used: ${message}. Check that it is a folder on a writable disk, and that the user of the site owns it`,
    )
  }
}
