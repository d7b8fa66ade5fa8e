import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keepFolderPrivate } from 'halvi-kit/files/private-files'
import { closeSqlite } from 'halvi-kit/files/sqlite-file'
import type { Log } from 'halvi-kit/log'
import { COMMENTS_FOLDER } from './dataset/comments.ts'
import { DATABASE_FILE, DATABASE_VERSION, openDatabase } from './dataset/storage.ts'
import { Accounts } from './users/accounts.ts'
import type { AccountEvent, Role } from './users/user.ts'
import { USERS_FILE, USERS_VERSION, UserStore } from './users/user-store.ts'

/** The databases in a lake's folder, each with the version (SQLite's `user_version`) that this program writes. */
export const storeVersions: Readonly<Record<string, number>> = {
  [DATABASE_FILE]: DATABASE_VERSION,
  [`${COMMENTS_FOLDER}/${DATABASE_FILE}`]: DATABASE_VERSION,
  [USERS_FILE]: USERS_VERSION,
}

/** Migrates the databases of a lake that no other process uses. Throws `UnusableFileError`, or SQLite's errors. */
export function upgradeStores(directory: string): void {
  for (const folder of [directory, join(directory, COMMENTS_FOLDER)]) {
    if (existsSync(join(folder, DATABASE_FILE))) closeSqlite(openDatabase(folder))
  }
  if (existsSync(join(directory, USERS_FILE))) new UserStore(directory).close()
}

interface OpenAccountsOptions {
  directory: string
  roles: readonly Role[]
  onAccountEvent?: (event: AccountEvent) => void
  log?: Pick<Log, 'warn'>
}

/**
 * Opens the accounts of a lake, also while a server uses it. The server notices changes within a second. Throws
 * `UnusableFileError`.
 */
export function openAccounts(options: OpenAccountsOptions): Accounts & Disposable {
  const { directory, roles, onAccountEvent, log } = options
  keepFolderPrivate(directory, log as Log | undefined)
  const store = new UserStore(directory, log)
  const accounts = new Accounts({ store, roles, onEvent: onAccountEvent })
  return Object.assign(accounts, { [Symbol.dispose]: () => store.close() })
}
