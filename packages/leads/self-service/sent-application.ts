import { jsonRecord } from '../json-record.ts'
import { timeOfLeadId } from '../lead.ts'
import { addAnswers, kindFor } from '../mail/add-answers.ts'
import type { ApplicantContext } from './context.ts'

/** Age from which the id of a submission is no proof that the visitor has just sent it, in milliseconds. */
const recentMs = 3_600_000

/**
 * Returns the address in a new submission, from its lead alone: nothing shows whether the person is known, or gets
 * mail. Returns undefined if mail is off, and an hour after the submission.
 *
 * @param id of the submission, which only the visitor knows
 */
export async function addressSent(
  { database, clock, answering }: ApplicantContext,
  id: string,
): Promise<string | undefined> {
  const isRecent = clock.monotonic() - timeOfLeadId(id) < recentMs
  if (!isRecent || (await answering?.newState(database)) !== 'pending') return undefined
  const leadOf = (table: 'lead_to_answer' | 'lead_message') =>
    database.selectFrom(table).select('lead_id').where('id', '=', id).executeTakeFirst()
  // The answer has the id of its submission. Spam has none, and its sender must not learn that.
  const answer = (await leadOf('lead_to_answer')) ?? (await leadOf('lead_message'))
  const lead = await database
    .selectFrom('lead')
    .select('payload')
    .where('id', '=', answer?.lead_id ?? id)
    .where('state', '!=', 'erased')
    .executeTakeFirst()
  return lead && String(jsonRecord(lead.payload).email ?? '')
}

/** Answers a submission again. Resolves to whether a message is sent. `id` is the one of an earlier message. */
export async function sendAgain(
  { database, inTransaction, answering, onMessage }: ApplicantContext,
  id: string,
): Promise<boolean> {
  if (!answering || (await answering.newState(database)) !== 'pending') return false
  const isSent = await inTransaction(async (within) => {
    const message = await within
      .selectFrom('lead_message as message')
      .innerJoin('lead', 'lead.id', 'message.lead_id')
      .select(['message.lead_id', 'message.referral_code', 'message.network'])
      .select(['lead.applicant_id', 'lead.confirmed_at'])
      .where('message.id', '=', id)
      .where('lead.state', '!=', 'erased')
      .executeTakeFirst()
    const people = within.selectFrom('lead_applicant').selectAll()
    const applicant = await people
      .where('id', '=', message?.applicant_id ?? null)
      .where('address', 'is not', null)
      .executeTakeFirst()
    if (!message || !applicant) return false
    const kind = kindFor(answering, applicant, message)
    const [isAdded = false] = await addAnswers(within, answering, [{ ...message, kind, applicant }])
    return isAdded
  })
  onMessage()
  return isSent
}
