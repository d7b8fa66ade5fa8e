import { join } from 'node:path'
import Database from 'libsql'
import { withBusyRetry } from '../store/database/busy-retry.ts'

/**
 * Changes the database in a folder from outside, while a store may write to it; for tests. SQLite's own busy timeout
 * would block this process, and with it a store that is open here and in a transaction.
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
