import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { closeSqlite } from 'halvi-runtime/files/sqlite-file'
import { DATABASE_FILE, openDatabase } from './dataset/storage.ts'
import { USERS_FILE, UserStore } from './users/user-store.ts'

/**
 * Brings the databases of a lake up to date, without serving it; those that are not there are left out.
 * Whoever calls it has locked the directory. Throws `UnusableFileError`, or what SQLite says.
 */
export function upgradeStores(directory: string): void {
  if (existsSync(join(directory, DATABASE_FILE))) closeSqlite(openDatabase(directory))
  if (existsSync(join(directory, USERS_FILE))) new UserStore(directory).close()
}
