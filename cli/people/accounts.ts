import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openAuditLog, withTools } from 'halvi-leads/admin'
import type { Settings } from 'halvi-site/settings/settings'
import { type AccountEvent, openAccounts } from 'local-content-lake'
import { roles } from '../../office/accounts/roles.ts'
import { CommandError } from '../command.ts'

/** The staff accounts of a data folder. */
export type Accounts = ReturnType<typeof openAccounts>

/**
 * Opens the accounts, calls `work` with them, and closes them. Then adds an entry to the audit log for each change
 * that `work` made. The site may be running.
 *
 * @throws CommandError if the folder has no accounts, or if content is in a hosted project
 */
export async function withAccounts(
  settings: Settings,
  work: (accounts: Accounts) => Promise<unknown>,
): Promise<void> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SANITY_PROJECT_ID } = settings
  if (SANITY_PROJECT_ID) {
    throw new CommandError(
      `Staff of the hosted project ${SANITY_PROJECT_ID} are managed at Sanity: sanity.io/manage`,
    )
  }
  const directory = folderOf(dataDir)
  if (!directory) {
    throw new CommandError(
      `There are no accounts in ${dataDir}: check DATA_DIR, or start the site once to create them`,
    )
  }
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
 * Resolves to the names of staff members by their ids, including removed staff. Leaves out unknown ids. Resolves to
 * an empty object with a hosted project, because only Sanity has those accounts.
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

/**
 * Returns the folder that holds the accounts, or undefined if there are no accounts. Without this check, a mistyped
 * DATA_DIR would create an empty database.
 */
function folderOf(dataDir: string): string | undefined {
  const directory = join(dataDir, 'lake')
  return existsSync(join(directory, 'users.db')) ? directory : undefined
}
