import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AccountEvent, openAccounts } from 'embedded-content-lake'
import { roles } from '../roles.ts'
import type { Settings } from '../settings/settings.ts'
import { writeIntoAuditLog } from './audit.ts'
import { type Accounts, PeopleError } from './people.ts'

/**
 * Opens the accounts for as long as something is done with them, and writes what was done into the audit log.
 *
 * @throws PeopleError when there are none
 */
export async function withAccounts(
  settings: Settings,
  work: (accounts: Accounts) => Promise<unknown>,
): Promise<void> {
  const events: AccountEvent[] = []
  using accounts = openAccounts({
    directory: directoryOf(settings),
    roles,
    onAccountEvent: (event) => void events.push(event),
  })
  await work(accounts)
  await writeIntoAuditLog(events, settings)
}

/** The folder of the embedded lake. Opening would make an empty one where DATA_DIR is mistyped. */
function directoryOf({ DATA_DIR, SANITY_PROJECT_ID }: Settings): string {
  if (SANITY_PROJECT_ID) {
    throw new PeopleError(`People of the project ${SANITY_PROJECT_ID} are managed at Sanity`)
  }
  const directory = join(DATA_DIR, 'lake')
  if (existsSync(join(directory, 'users.db'))) return directory
  throw new PeopleError(`There are no people in ${DATA_DIR}: has the site been started?`)
}
