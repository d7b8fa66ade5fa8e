import { join } from 'node:path'
import Database from 'libsql'
import { withBusyRetry } from '../store/database/busy-retry.ts'

/**
 * Changes the store in a folder from outside, between what is written there; for tests. SQLite itself must not
 * wait: it would stop this process, and with it a store that is open here and in the middle of a transaction.
 */
export function changeDatabase(dataDir: string, sql: string): Promise<void> {
  return withBusyRetry(async () => {
    const database = new Database(join(dataDir, 'leads.db'), { timeout: 0 })
    try {
      database.exec(sql)
    } finally {
      database.close()
    }
  })
}
