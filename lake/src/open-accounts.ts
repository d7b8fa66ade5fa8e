import { keepFolderPrivate } from 'halvi-runtime/files/private-files'
import type { Log } from 'halvi-runtime/log'
import type { AccountEvent } from './users/account-event.ts'
import { Accounts } from './users/accounts.ts'
import type { Role } from './users/roles.ts'
import { UserStore } from './users/user-store.ts'

/** How to open the accounts of a lake. */
interface OpenAccountsOptions {
  /** The lake's. */
  directory: string
  roles: readonly Role[]
  /** Told of what was done with accounts, after it was done. */
  onAccountEvent?: (event: AccountEvent) => void
  log?: Pick<Log, 'warn'>
}

/**
 * Opens the accounts of a lake that another process may use at the same time: it ends the sessions of
 * who is removed here within a second. Throws `UnusableFileError` when their file is damaged or of a
 * newer version.
 */
export function openAccounts(options: OpenAccountsOptions): Accounts & Disposable {
  const { directory, roles, onAccountEvent, log } = options
  keepFolderPrivate(directory, log as Log | undefined)
  const store = new UserStore(directory, log)
  const accounts = new Accounts({ store, roles, onEvent: onAccountEvent })
  return Object.assign(accounts, { [Symbol.dispose]: () => store.close() })
}
