import { iso } from '../clock.ts'
import { type AnswerContext, addAutomatic } from './answer.ts'

const dayMs = 86_400_000

/** Age of an application at which people who have not confirmed their address are reminded once. */
const remindAfterMs = 3 * dayMs

/** Age from which people are not reminded, because mail was off at that time. */
const tooLateMs = 14 * dayMs

/** Maximum number of reminders in one transaction. */
const batch = 20

/** Adds reminders for applicants who have not confirmed their address for three days. Each gets one. */
export async function addReminders(context: AnswerContext): Promise<void> {
  const { inTransaction, clock } = context
  const add = () =>
    inTransaction(async (within) => {
      const now = clock.wall()
      const due = await within
        .selectFrom('lead_applicant')
        .selectAll()
        .where('confirmed_at', 'is', null)
        .where('reminded_at', 'is', null)
        .where('created_at', '<=', iso(now - remindAfterMs))
        .where('created_at', '>', iso(now - tooLateMs))
        .where('address', 'is not', null)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('lead_message')
              .select('id')
              .whereRef('applicant_id', '=', 'lead_applicant.id')
              .where('kind', '=', 'confirm')
              .where('state', '=', 'delivered'),
          ),
        )
        .orderBy('created_at')
        .limit(batch)
        .execute()
      for (const applicant of due) {
        // Two processes may find the same person.
        const { numUpdatedRows } = await within
          .updateTable('lead_applicant')
          .set({ reminded_at: iso(now) })
          .where('id', '=', applicant.id)
          .where('reminded_at', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) await addAutomatic(within, context, applicant, 'reminder')
      }
      return due.length
    })
  while ((await add()) === batch);
}
