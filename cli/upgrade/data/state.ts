import { compareVersions } from '../../../server/data-folder/versions.ts'
import { CommandError } from '../../command.ts'
import { version } from '../../version.ts'
import { isNewFolder } from './begin.ts'
import { readJournal } from './journal.ts'
import { type Place, readStores } from './stores.ts'
import { firstVersion, readVersionFile } from './version-file.ts'

/** What a data folder is to this program. */
export interface DataState {
  /** The version of Halvi that it is of; this one where it is new. */
  version: string
  /** Stores that this program would change if it opened them. */
  older: string[]
  /** Whether `halvi start` upgrades it first. */
  needsUpgrade: boolean
}

/**
 * Finds out what a data folder is, without changing anything.
 *
 * @throws CommandError when it is of a newer version, in one line that names what; or when it can't be told
 */
export async function readState(place: Place): Promise<DataState> {
  const written = readVersionFile(place.DATA_DIR)
  if (written && compareVersions(written, version) > 0) {
    throw new CommandError(
      `DATA_DIR is of Halvi ${written}, and this is ${version}: start ${written}, or go back by halvi rollback`,
    )
  }
  const stores = await readStores(place)
  const newer = stores.filter(({ state }) => state === 'newer').map(({ name }) => name)
  if (newer.length > 0) {
    throw new CommandError(
      `${newer.join(', ')} was written by a newer version than ${version}: start that one`,
    )
  }
  const older = stores.filter(({ state }) => state === 'older').map(({ name }) => name)
  const isNew = isNewFolder(place.DATA_DIR, written)
  const of = written ?? (isNew && older.length === 0 ? version : firstVersion)
  return { version: of, older, needsUpgrade: of !== version || older.length > 0 }
}

/**
 * For commands that open data: refuses what is newer, not finished, or what they would migrate without a
 * way back.
 *
 * @throws CommandError in one line that says what to do
 */
export async function checkState(place: Place): Promise<void> {
  const journal = readJournal(place.DATA_DIR)
  if (journal) {
    throw new CommandError(
      `An ${journal.doing === 'upgrade' ? 'upgrade' : 'unfinished rollback'} of DATA_DIR is under way, or was cut short: halvi upgrade finishes it`,
    )
  }
  const { older, version: of } = await readState(place)
  if (older.length === 0) return
  throw new CommandError(
    `DATA_DIR is of Halvi ${of}, and this is ${version}: halvi upgrade, or halvi start, brings it up to date (${older.join(', ')})`,
  )
}
