import type { InTransaction } from '../../store/database/transaction.ts'

/**
 * Holds all queued messages, because they may have been sent already. Waves wait for staff. Resolves to the number of
 * messages.
 */
export async function holdQueued(inTransaction: InTransaction): Promise<number> {
  return inTransaction(async (within) => {
    const { numUpdatedRows } = await within
      .updateTable('lead_message')
      .set({ state: 'held', last_error: 'database restored or copied' })
      .where('state', '=', 'pending')
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
}
