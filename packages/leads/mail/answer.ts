import { findOrAddApplicant } from '../applicants/applicant.ts'
import { confirmLead } from '../applicants/confirm.ts'
import type { Clock } from '../clock.ts'
import { jsonRecord } from '../json-record.ts'
import { nameIn, type Payload } from '../lead.ts'
import { isLocked } from '../store/database/busy-retry.ts'
import { isPostgres } from '../store/database/dialect.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase, LeadRow } from '../store/database/tables.ts'
import type { InTransaction } from '../store/database/transaction.ts'
import { isTemporary } from '../store/is-temporary.ts'
import { suppressionOf } from './limits.ts'
import type { MessageKind } from './message.ts'
import { addMessage } from './outbox.ts'

/** How applications are answered. */
export interface AnswerContext {
  inTransaction: InTransaction
  clock: Clock
  /** Names of forms that are no applications: their senders only get a receipt. */
  acknowledged: readonly string[]
  /** Whether applicants must confirm their address. Otherwise it counts as confirmed. */
  confirms: boolean
  /** Whether the messages that a network causes are limited. */
  limitsNetworks: boolean
  /** Returns the state of new messages: `held` while mail is off. */
  newState: () => 'pending' | 'held'
}

/** Maximum number of leads in one transaction, which takes about two milliseconds. */
export const answerBatch = 10

/**
 * Number of the newest waiting leads that are answered in the order of their arrival, which decides about ranks. Older
 * ones wait, so that old leads do not delay the answers to new ones.
 */
const newest = 1_000

/** A lead could not be answered; `cause` has the reason. */
export class AnswerError extends Error {
  override name = 'AnswerError'
  readonly leadId: string

  constructor(leadId: string, cause: unknown) {
    super(`The lead ${leadId} could not be answered`, { cause })
    this.leadId = leadId
  }
}

/**
 * Links waiting leads to their applicants and adds the answers to the outbox. Does all or nothing: a lead waits until
 * its answer is in the outbox. Resolves to the number of leads.
 *
 * @param skipped ids of leads to leave out
 * @param only id of the only lead to answer
 * @throws AnswerError when a lead can't be answered
 */
export const answerLeads = (
  context: AnswerContext,
  skipped: readonly string[] = [],
  only?: string,
): Promise<number> =>
  context.inTransaction(async (within) => {
    const waiting = within
      .selectFrom('lead_to_answer')
      .selectAll()
      .where('lead_id', 'in', (from) =>
        from
          .selectFrom('lead_to_answer')
          .select('lead_id')
          .$if(skipped.length > 0, (row) => row.where('lead_id', 'not in', skipped))
          .$if(only !== undefined, (row) => row.where('lead_id', '=', only ?? ''))
          .orderBy('lead_id', 'desc')
          .limit(newest),
      )
      .orderBy('lead_id')
      .limit(answerBatch)
    const rows = await (isPostgres(within) ? waiting.forUpdate().skipLocked() : waiting).execute()
    for (const { lead_id, answer } of rows) {
      await answerLead(within, context, lead_id, answer === 1).catch((error) => {
        throw isTemporary(error) || isLocked(error) ? error : new AnswerError(lead_id, error)
      })
    }
    const ids = rows.map(({ lead_id }) => lead_id)
    if (ids.length > 0) {
      await within.deleteFrom('lead_to_answer').where('lead_id', 'in', ids).execute()
    }
    return rows.length
  })

async function answerLead(
  within: LeadDatabase,
  context: AnswerContext,
  id: string,
  isDue: boolean,
): Promise<void> {
  const query = within
    .selectFrom('lead')
    .select(['id', 'form', 'payload', 'state', 'language', 'confirmed_at', 'referral_network'])
    .where('id', '=', id)
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
    .where('id', '=', id)
    .execute()
  // Anyone can enter an address. Once it is confirmed, the person's language changes only with a confirmed application.
  if (!applicant.confirmed_at) {
    await within
      .updateTable('lead_applicant')
      .set({ language })
      .where('id', '=', applicant.id)
      .execute()
  }
  if (!isDue) return
  if (context.acknowledged.includes(lead.form)) {
    await addAnswer(within, context, applicant, lead, 'received')
    return
  }
  if (!context.confirms) await confirmLead(within, context.clock, id)
  await addAnswer(within, context, applicant, lead)
}

/**
 * Adds the answer to an application, within the limits: a request to confirm it, or a welcome if it is confirmed.
 * Resolves to whether it is sent: otherwise it is suppressed, with the reason.
 */
export async function addAnswer(
  within: LeadDatabase,
  { clock, confirms, limitsNetworks, newState }: AnswerContext,
  applicant: ApplicantRow,
  lead: Pick<LeadRow, 'id' | 'confirmed_at' | 'referral_network'>,
  kind: MessageKind = lead.confirmed_at || !confirms ? 'welcome' : 'confirm',
): Promise<boolean> {
  const now = clock.wall()
  const network = limitsNetworks ? lead.referral_network : null
  const reason = await suppressionOf(within, kind, applicant, network, now)
  await addMessage(within, clock, {
    ...{ kind, recipient: applicant.email, applicantId: applicant.id, leadId: lead.id },
    state: reason ? 'suppressed' : newState(),
    ...(reason && { reason }),
  })
  return reason === undefined
}
