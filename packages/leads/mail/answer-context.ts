import type { Clock } from '../clock.ts'
import type { FormDescription } from '../form-description.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import type { InTransaction } from '../store/database/transaction.ts'
import type { StoreContext } from '../store/store-context.ts'
import { isOnHold } from './operating/hold.ts'

/** How applications are answered. */
export interface AnswerOptions {
  /** Whether there is a mail server. */
  sends: boolean
  /** Whether applicants must confirm their address. Otherwise it counts as confirmed. */
  confirms: boolean
}

/** The dependencies of answering. */
export interface AnswerContext {
  inTransaction: InTransaction
  clock: Clock
  /** Names of forms that are no applications: their senders only get a receipt. */
  acknowledged: readonly string[]
  /** Whether applicants must confirm their address. Otherwise it counts as confirmed. */
  confirms: boolean
  /** Whether the messages that a network causes are limited. */
  limitsNetworks: boolean
  /** Resolves to the state of new messages: `held` while mail is off or on hold. */
  newState: (database: LeadDatabase) => Promise<'pending' | 'held'>
}

/** Returns what answering depends on. */
export const answerContext = (
  { inTransaction, clock, forms }: StoreContext & { forms: readonly FormDescription[] },
  { sends, confirms }: AnswerOptions,
  limitsNetworks: boolean,
): AnswerContext => ({
  ...{ inTransaction, clock, limitsNetworks },
  acknowledged: forms
    .filter(({ isApplication }) => isApplication === false)
    .map(({ name }) => name),
  confirms: confirms && sends,
  newState: async (database) => (sends && !(await isOnHold(database)) ? 'pending' : 'held'),
})
