import { mkdirSync } from 'node:fs'
import { databasesIn } from '../../../server/data-folder/data-files.ts'
import { compareVersions } from '../../../server/data-folder/versions.ts'
import { OperatorError } from '../../../server/operator-error.ts'
import { version } from '../../../server/version.ts'
import { readJournal } from './journal.ts'
import { readStores, type StoreSettings } from './stores.ts'
import { firstVersion, readVersionFile, writeVersionFile } from './version-file.ts'

/** What this program makes of a data folder. */
interface DataState {
  /** The version of Halvi that the data belongs to; this one where the folder is new. */
  version: string
  /** The stores that this program would migrate if it opened them. */
  older: string[]
  /** Whether `halvi start` upgrades the data first. */
  needsUpgrade: boolean
}

/**
 * Examines a data folder, without changing anything.
 *
 * @throws OperatorError when it is of a newer version, or when that can't be found out
 */
export async function readState(settings: StoreSettings): Promise<DataState> {
  const written = readVersionFile(settings.DATA_DIR)
  if (written && compareVersions(written, version) > 0) {
    throw new OperatorError(
      `DATA_DIR is of Halvi ${written}, and this is ${version}: start ${written}, or go back by halvi rollback`,
    )
  }
  const stores = await readStores(settings)
  const [newer, older] = (['newer', 'older'] as const).map((state) =>
    stores.filter((store) => store.state === state).map(({ name }) => name),
  ) as [string[], string[]]
  if (newer.length > 0) {
    throw new OperatorError(
      `${newer.join(', ')} was written by a newer version than ${version}: start that one`,
    )
  }
  const isNew = isNewFolder(settings.DATA_DIR, written) && older.length === 0
  const of = written ?? (isNew ? version : firstVersion)
  return { version: of, older, needsUpgrade: of !== version || older.length > 0 }
}

/**
 * Checks a data folder before a command opens it.
 *
 * @throws OperatorError for data that is newer, half upgraded, or would be migrated without a way back
 */
export async function checkState(settings: StoreSettings): Promise<void> {
  const journal = readJournal(settings.DATA_DIR)
  if (journal) {
    throw new OperatorError(
      `The ${journal.doing} of DATA_DIR is running, or was interrupted: halvi upgrade finishes it`,
    )
  }
  const { older, version: of } = await readState(settings)
  if (older.length === 0) return
  throw new OperatorError(
    `DATA_DIR is of Halvi ${of}, and this is ${version}: halvi upgrade, or halvi start, brings it up to date (${older.join(', ')})`,
  )
}

/**
 * Writes this version into a folder that has no data yet, which would be taken for one of the first version, and be
 * upgraded. Leaves other folders as they are.
 *
 * @throws OperatorError when the version file is damaged, or of an unknown layout
 */
export function beginIfNew(dataDir: string): void {
  if (!isNewFolder(dataDir, readVersionFile(dataDir))) return
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeVersionFile(dataDir, version)
  } catch {
    // The site, which writes there too, reports the reason.
  }
}

const isNewFolder = (dataDir: string, written: string | undefined) =>
  written === undefined && databasesIn(dataDir).length === 0
