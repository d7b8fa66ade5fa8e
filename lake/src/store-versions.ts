import { DATABASE_FILE, DATABASE_VERSION } from './dataset/storage.ts'
import { USERS_FILE, USERS_VERSION } from './users/user-store.ts'

/**
 * The databases in a lake's folder, and the version (SQLite's `user_version`) that this program writes. A
 * higher one was written by a newer program.
 */
export const storeVersions: Readonly<Record<string, number>> = {
  [DATABASE_FILE]: DATABASE_VERSION,
  [USERS_FILE]: USERS_VERSION,
}
