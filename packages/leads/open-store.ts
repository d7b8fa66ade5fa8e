import { createClock } from './clock.ts'
import type { StoreOptions } from './leads-options.ts'
import { openDatabase } from './store/database/database.ts'
import { type InTransaction, postgresTransactions } from './store/database/transaction.ts'
import { createGroupCommit, type Write, type WriteTurns } from './store/group-commit.ts'
import { createStore } from './store/store.ts'
import { readClockState } from './store-clock.ts'

/**
 * Opens the lead store for a process.
 *
 * @throws when it cannot be opened: a damaged file, a newer version, a wrong password
 */
export async function openStore(
  options: StoreOptions,
  { migrates, ...turns }: WriteTurns & { migrates: boolean },
) {
  const { databaseUrl, forms = [] } = options
  const clock = createClock()
  const database = await openDatabase({
    ...options,
    skipMigrations: !migrates,
    onOpened: async (opened) =>
      clock.adjust(await readClockState(opened, databaseUrl !== undefined)),
  })
  // PostgreSQL groups the commits of its connections automatically.
  const write: Write = databaseUrl ? (work) => work(database) : createGroupCommit(database, turns)
  const inTransaction: InTransaction = databaseUrl ? postgresTransactions(database) : write
  const context = { database, inTransaction, clock, forms }
  const store = createStore(context, write, forms, databaseUrl ? undefined : options.dataDir)
  return { context, store }
}
