import type { Clock } from '../clock.ts'
import type { LeadDatabase } from './database/tables.ts'
import type { InTransaction } from './database/transaction.ts'

/** The open lead database, as operations on leads use it. */
export interface StoreContext {
  database: LeadDatabase
  inTransaction: InTransaction
  clock: Clock
}
