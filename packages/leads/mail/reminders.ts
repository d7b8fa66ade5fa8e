import { iso } from '../clock.ts'
import { unindexed } from '../store/database/unindexed.ts'
import { addAnswers } from './add-answers.ts'
import type { AnswerContext } from './answer-context.ts'
import { confirmLinkDays } from './confirm-link.ts'

const dayMs = 86_400_000

/** Time after a request to confirm at which people who have not confirmed their address are reminded once. */
const remindAfterMs = 3 * dayMs

/** Time after a request from which people are not reminded: mail was off, and the link has expired. */
const tooLateMs = confirmLinkDays * dayMs

/** Age of people who are not reminded, because a request is tried for some days only. */
const tooOldMs = 30 * dayMs

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
        .innerJoin('lead_message', 'lead_message.applicant_id', 'lead_applicant.id')
        .innerJoin('lead', 'lead.id', 'lead_message.lead_id')
        .selectAll('lead_applicant')
        .select(({ fn }) => fn.max('lead_message.id').as('message_id'))
        .where('lead_applicant.confirmed_at', 'is', null)
        .where('reminded_at', 'is', null)
        .where('lead_applicant.created_at', '<=', iso(now - remindAfterMs))
        .where('lead_applicant.created_at', '>', iso(now - tooOldMs))
        .where('address', 'is not', null)
        .where(unindexed('kind'), '=', 'confirm')
        .where(unindexed('lead_message.state'), '=', 'delivered')
        .where('lead_message.delivered_at', '<=', iso(now - remindAfterMs))
        .where('lead_message.delivered_at', '>', iso(now - tooLateMs))
        .where('lead.state', '!=', 'erased')
        .groupBy('lead_applicant.id')
        .orderBy('lead_applicant.created_at')
        .limit(batch)
        .execute()
      for (const { message_id, ...applicant } of due) {
        // Two processes may find the same person.
        const { numUpdatedRows } = await within
          .updateTable('lead_applicant')
          .set({ reminded_at: iso(now) })
          .where('id', '=', applicant.id)
          .where('reminded_at', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) continue
        const asked = await within
          .selectFrom('lead_message')
          .select(['lead_id', 'referral_code', 'network'])
          .where('id', '=', message_id)
          .executeTakeFirstOrThrow()
        await addAnswers(within, context, [{ ...asked, kind: 'reminder', applicant }])
      }
      return due.length
    })
  while ((await add()) === batch);
}
