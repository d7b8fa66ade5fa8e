import type { LeadDatabase } from '../../store/database/tables.ts'
import type { InTransaction } from '../../store/database/transaction.ts'

/** Returns whether mail is on hold: the database was restored, so queued messages may have been sent already. */
export async function isOnHold(database: LeadDatabase): Promise<boolean> {
  const mail = database.selectFrom('lead_mail').select('on_hold')
  return (await mail.executeTakeFirstOrThrow()).on_hold === 1
}

/** Puts mail on hold, or ends that. */
export const setHold = (inTransaction: InTransaction, isHeld: boolean): Promise<unknown> =>
  inTransaction((within) =>
    within
      .updateTable('lead_mail')
      .set({ on_hold: isHeld ? 1 : 0 })
      .execute(),
  )

/** Holds all queued messages. Waves wait for staff. Resolves to the number of messages. */
export async function holdQueued(inTransaction: InTransaction): Promise<number> {
  return inTransaction(async (within) => {
    const { numUpdatedRows } = await within
      .updateTable('lead_message')
      .set({ state: 'held', last_error: 'database restored' })
      .where('state', '=', 'pending')
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
}
