import { findOrAddApplicant } from '../applicants/applicant.ts'
import { confirmLead } from '../applicants/confirm.ts'
import { jsonRecord } from '../json-record.ts'
import { nameIn, type Payload } from '../lead.ts'
import { isLocked } from '../store/database/busy-retry.ts'
import { isPostgres } from '../store/database/dialect.ts'
import type { ApplicantRow, Submitted } from '../store/database/mail-tables.ts'
import type { LeadDatabase, LeadRow } from '../store/database/tables.ts'
import { unindexed } from '../store/database/unindexed.ts'
import { isTemporary } from '../store/is-temporary.ts'
import type { AnswerContext } from './answer-context.ts'
import { limitOn } from './limits.ts'
import type { MessageKind } from './message.ts'
import { addMessage } from './outbox.ts'

/** Maximum number of leads in one transaction, which takes about two milliseconds. */
export const answerBatch = 10

/**
 * Number of the newest waiting leads that are answered in the order of their arrival, which decides about ranks. Older
 * ones wait, so that old leads do not delay the answers to new ones.
 */
const newest = 1_000

/** A submission could not be answered; `cause` has the reason. */
export class AnswerError extends Error {
  override name = 'AnswerError'

  constructor(
    readonly id: string,
    readonly leadId: string,
    cause: unknown,
  ) {
    super(`The lead ${leadId} could not be answered`, { cause })
  }
}

/**
 * Links the leads of waiting submissions to their applicants and adds the answers to the outbox. Does all or nothing: a
 * submission waits until its answer is in the outbox. Resolves to the number of submissions.
 *
 * @param skipped ids of submissions to leave out
 * @throws AnswerError when a submission can't be answered
 */
export const answerLeads = (
  context: AnswerContext,
  skipped: readonly string[] = [],
): Promise<number> =>
  context.inTransaction(async (within) => {
    const waiting = within
      .selectFrom('lead_to_answer')
      .selectAll()
      .where('id', 'in', (from) =>
        from
          .selectFrom('lead_to_answer')
          .select('id')
          .$if(skipped.length > 0, (row) => row.where('id', 'not in', skipped))
          .orderBy('id', 'desc')
          .limit(newest),
      )
      .orderBy('id')
      .limit(answerBatch)
    const rows = await (isPostgres(within) ? waiting.forUpdate().skipLocked() : waiting).execute()
    for (const row of rows) {
      await answerLead(within, context, row).catch((error) => {
        throw isTemporary(error) || isLocked(error)
          ? error
          : new AnswerError(row.id, row.lead_id, error)
      })
    }
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) {
      await within.deleteFrom('lead_to_answer').where('id', 'in', ids).execute()
    }
    return rows.length
  })

async function answerLead(
  within: LeadDatabase,
  context: AnswerContext,
  submitted: Submitted & { id: string; lead_id: string },
): Promise<void> {
  const query = within
    .selectFrom('lead')
    .select(['form', 'payload', 'state', 'language', 'confirmed_at'])
    .where('id', '=', submitted.lead_id)
  // Locked, so that the lead is not erased before its applicant is stored.
  const lead = await (isPostgres(within) ? query.forUpdate() : query).executeTakeFirst()
  const payload = jsonRecord(lead?.payload ?? null)
  if (!lead || lead.state === 'erased' || typeof payload.email !== 'string') return
  const { language } = lead
  const person = { email: payload.email, name: nameIn(payload as Payload), language }
  const applicant = await findOrAddApplicant(within, person, context.clock.wall())
  await within
    .updateTable('lead')
    .set({ applicant_id: applicant.id })
    .where('id', '=', submitted.lead_id)
    .execute()
  // Anyone can enter an address. Once it is confirmed, the person's language changes only with a confirmed application.
  if (!applicant.confirmed_at) {
    await within
      .updateTable('lead_applicant')
      .set({ language })
      .where('id', '=', applicant.id)
      .execute()
  }
  const isReceipt = context.acknowledged.includes(lead.form)
  if (!isReceipt && !context.confirms) await confirmLead(within, context.clock, submitted)
  const kind = isReceipt ? 'received' : kindFor(context, applicant, lead)
  await addAnswer(within, context, applicant, submitted, kind)
}

/**
 * Returns the kind of message that answers an application: a request to confirm it, or a welcome if it is confirmed. A
 * person who has unsubscribed since is asked again.
 */
export const kindFor = (
  { confirms }: AnswerContext,
  { unsubscribed_at }: ApplicantRow,
  { confirmed_at }: Pick<LeadRow, 'confirmed_at'>,
): MessageKind => (confirms && (!confirmed_at || unsubscribed_at) ? 'confirm' : 'welcome')

/**
 * Adds a message that answers a submission, within the limits, unless the same one is still to be sent. Resolves to
 * whether it is sent: otherwise it is suppressed, with the reason.
 *
 * @param submitted with its id if it has no answer yet
 */
export async function addAnswer(
  within: LeadDatabase,
  { clock, limitsNetworks, newState }: AnswerContext,
  applicant: ApplicantRow,
  { id, lead_id: leadId, referral_code: referralCode, network }: Submitted & { id?: string },
  kind: MessageKind,
): Promise<boolean> {
  const counted = limitsNetworks ? network : null
  const isRepeated = await isWaiting(within, kind, leadId, referralCode)
  if (isRepeated && !id) return true
  const { reason, waitMs } = isRepeated
    ? { reason: 'same as a message that waits' }
    : await limitOn(within, kind, applicant, counted, clock.wall())
  await addMessage(within, clock, {
    ...{ id, kind, recipient: applicant.email, applicantId: applicant.id },
    ...{ leadId, referralCode, network, domain: reason ? null : applicant.domain },
    ...{ state: reason ? 'suppressed' : await newState(within), waitMs },
    reason,
  })
  return reason === undefined
}

/** Returns whether the same answer to a submission with the same referrer is still to be sent. */
async function isWaiting(
  within: LeadDatabase,
  kind: MessageKind,
  leadId: string | null,
  referralCode: string | null,
): Promise<boolean> {
  const waiting = within
    .selectFrom('lead_message')
    .select('id')
    .where('lead_id', '=', leadId)
    .where(unindexed('kind'), '=', kind)
    .where(unindexed('state'), 'in', ['pending', 'held'])
    .where('transmitting_at', 'is', null)
    .where(unindexed('referral_code'), '=', referralCode ?? '')
  return (await waiting.limit(1).execute()).length > 0
}
