import { mkdirSync } from 'node:fs'
import { databasesIn } from '../../../server/data-folder/data-files.ts'
import { compareVersions } from '../../../server/data-folder/versions.ts'
import { OperatorError } from '../../../server/operator-error.ts'
import { version } from '../../../server/version.ts'
import { readJournal } from './journal.ts'
import { readStores, type StoreSettings } from './stores.ts'
import { firstVersion, readVersionFile, writeVersionFile } from './version-file.ts'

/** The version of a data folder, compared with this program. */
interface DataState {
  /** The version of Halvi that the data is at; this program's version for a new folder. */
  version: string
  /** The names of the databases that this program would migrate if it opened them. */
  older: string[]
  /** Whether `halvi start` upgrades the data first. */
  needsUpgrade: boolean
}

/**
 * Reads the version of a data folder and its databases. Changes nothing.
 *
 * @throws OperatorError if the data is at a newer version, or if its version can't be read
 */
export async function readState(settings: StoreSettings): Promise<DataState> {
  const written = readVersionFile(settings.DATA_DIR)
  if (written && compareVersions(written, version) > 0) {
    throw new OperatorError(
      `The data is at version ${written}, and this is Halvi ${version}: start Halvi ${written}, or run halvi rollback`,
    )
  }
  const stores = await readStores(settings)
  const [newer, older] = (['newer', 'older'] as const).map((state) =>
    stores.filter((store) => store.state === state).map(({ name }) => name),
  ) as [string[], string[]]
  if (newer.length > 0) {
    throw new OperatorError(
      `${newer.join(', ')} was written by a newer version than Halvi ${version}: start that version`,
    )
  }
  const isNew = isNewFolder(settings.DATA_DIR, written) && older.length === 0
  const dataVersion = written ?? (isNew ? version : firstVersion)
  const needsUpgrade = dataVersion !== version || older.length > 0
  return { version: dataVersion, older, needsUpgrade }
}

/**
 * Checks a data folder before a command opens it.
 *
 * @throws OperatorError for data that is newer, partly upgraded, or older: opening it would migrate it without a
 * snapshot
 */
export async function checkState(settings: StoreSettings): Promise<void> {
  const journal = readJournal(settings.DATA_DIR)
  if (journal) {
    throw new OperatorError(
      `The ${journal.doing} of DATA_DIR is running or was interrupted: run halvi upgrade to finish it`,
    )
  }
  const { older, version: dataVersion } = await readState(settings)
  if (older.length === 0) return
  throw new OperatorError(
    `The data is at version ${dataVersion}, and this is Halvi ${version}: run halvi upgrade or halvi start to upgrade ${older.join(', ')}`,
  )
}

/**
 * Writes the version file to a folder that has no data yet. Without it, the next start would take the data for that
 * of the first version, and upgrade it. Does nothing for other folders.
 *
 * @throws OperatorError if the version file is damaged or has an unknown layout
 */
export function writeVersionIfNew(dataDir: string): void {
  if (!isNewFolder(dataDir, readVersionFile(dataDir))) return
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeVersionFile(dataDir, version)
  } catch {
    // The site will fail to write as well, and report the reason.
  }
}

const isNewFolder = (dataDir: string, written: string | undefined) =>
  written === undefined && databasesIn(dataDir).length === 0
