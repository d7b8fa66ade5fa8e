import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AccountEvent, openAccounts } from 'embedded-content-lake'
import { openAuditLog } from 'halvi-leads/audit/audit-log'
import { withTools } from 'halvi-leads/operations/tools'
import { roles } from '../../server/roles.ts'
import type { Settings } from '../../server/settings/settings.ts'
import { CommandError } from '../command.ts'

/** The accounts of a data folder. */
export type Accounts = ReturnType<typeof openAccounts>

/**
 * Opens the accounts while `work` runs, and writes what it did into the audit log, beside a site that may run.
 *
 * @throws CommandError if the folder has no accounts
 */
export async function withAccounts(
  settings: Settings,
  work: (accounts: Accounts) => Promise<unknown>,
): Promise<void> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SANITY_PROJECT_ID } = settings
  if (SANITY_PROJECT_ID) {
    throw new CommandError(`People of the project ${SANITY_PROJECT_ID} are managed at Sanity`)
  }
  const directory = folderOf(dataDir)
  if (!directory) throw new CommandError(`There are no people in ${dataDir}: has the site started?`)
  const events: AccountEvent[] = []
  const onAccountEvent = (event: AccountEvent) => void events.push(event)
  using accounts = openAccounts({ directory, roles, onAccountEvent })
  await work(accounts)
  if (events.length === 0) return
  await withTools({ dataDir, databaseUrl, create: true }, async (tools) => {
    const audit = openAuditLog(tools.database, tools.inTransaction, tools.clock)
    for (const { action, by = { id: '', name: '' }, subject, detail } of events) {
      await audit.append({ by, action, detail: { ...detail, ...(subject && { subject }) } })
    }
  })
}

/**
 * Resolves to the names of people in a data folder, former ones too, by their ids; unknown ids are left out. People
 * of a hosted project are known at Sanity only.
 */
export async function namesOfPeople(
  { DATA_DIR, SANITY_PROJECT_ID }: Settings,
  people: readonly string[],
): Promise<Record<string, string>> {
  const directory = SANITY_PROJECT_ID ? undefined : folderOf(DATA_DIR)
  if (!directory) return {}
  using accounts = openAccounts({ directory, roles })
  const known = accounts.profiles().filter(({ id }) => people.includes(id))
  return Object.fromEntries(known.map(({ id, name }) => [id, name]))
}

/** Returns the folder of accounts, or undefined: opening would create an empty one where DATA_DIR is mistyped. */
function folderOf(dataDir: string): string | undefined {
  const directory = join(dataDir, 'lake')
  return existsSync(join(directory, 'users.db')) ? directory : undefined
}
