import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openAccounts } from 'embedded-content-lake'
import { roles } from '../roles.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * What people of a data folder are called, or were when they left, by their ids; who is not known is left out. Those
 * of a hosted project are known at Sanity alone, to who has signed in there.
 */
export async function namesOfPeople(
  { DATA_DIR, SANITY_PROJECT_ID }: Pick<Settings, 'DATA_DIR' | 'SANITY_PROJECT_ID'>,
  people: readonly string[],
): Promise<Record<string, string>> {
  const directory = join(DATA_DIR, 'lake')
  if (SANITY_PROJECT_ID || !existsSync(join(directory, 'users.db'))) return {}
  using accounts = openAccounts({ directory, roles })
  const known = accounts.profiles().filter(({ id }) => people.includes(id))
  return Object.fromEntries(known.map(({ id, name }) => [id, name]))
}
