import type { ApplicantRow, Submitted } from '../store/database/mail-tables.ts'
import { valueList } from '../store/database/row-table.ts'
import type { LeadDatabase, LeadRow } from '../store/database/tables.ts'
import { unindexed } from '../store/database/unindexed.ts'
import type { AnswerContext } from './answer-context.ts'
import { limitsOn } from './limits.ts'
import type { MessageKind } from './message.ts'
import { addMessages, type NewMessage } from './outbox.ts'

/**
 * Returns the kind of message that answers an application: a request to confirm it, or a welcome if it is confirmed. A
 * person who has unsubscribed since is asked again.
 */
export const kindFor = (
  { confirms }: AnswerContext,
  { unsubscribed_at }: ApplicantRow,
  { confirmed_at }: Pick<LeadRow, 'confirmed_at'>,
): MessageKind => (confirms && (!confirmed_at || unsubscribed_at) ? 'confirm' : 'welcome')

/** An answer to a submission, with its id if it has no answer yet. */
export interface Answer extends Submitted {
  id?: string
  kind: MessageKind
  applicant: ApplicantRow
}

/**
 * Adds messages that answer submissions, within the limits, unless the same one is still to be sent. Resolves to whether
 * each is sent: otherwise it is suppressed, with the reason.
 */
export async function addAnswers(
  within: LeadDatabase,
  { clock, limitsNetworks, newState }: AnswerContext,
  answers: readonly Answer[],
): Promise<boolean[]> {
  const waiting = await waitingAnswers(within, answers)
  const limited = answers.map(({ kind, applicant, network }) => ({
    ...{ kind, applicant, network: limitsNetworks ? network : null },
  }))
  const limitOf = await limitsOn(within, limited, clock.wall())
  const state = await newState(within)
  const messages: NewMessage[] = []
  const sent = answers.map((answer, index) => {
    const { id, kind, applicant, lead_id: leadId, referral_code: referralCode, network } = answer
    const isRepeated = waiting.has(keyOf(answer))
    if (isRepeated && !id) return true
    const { reason, waitMs } = isRepeated
      ? { reason: 'same as a message that waits' }
      : limitOf(limited[index] as (typeof limited)[number])
    if (!reason) waiting.add(keyOf(answer))
    messages.push({
      ...{ id, kind, recipient: applicant.email, applicantId: applicant.id },
      ...{ leadId, referralCode, network, domain: reason ? null : applicant.domain },
      ...{ state: reason ? 'suppressed' : state, waitMs },
      reason,
    })
    return reason === undefined
  })
  await addMessages(within, clock, messages)
  return sent
}

const keyOf = ({
  kind,
  lead_id,
  referral_code,
}: Pick<Answer, 'kind' | 'lead_id' | 'referral_code'>) => [kind, lead_id, referral_code].join()

/** Returns the answers to these leads that are still to be sent: the kind, the lead, and the referrer of each. */
async function waitingAnswers(within: LeadDatabase, answers: readonly Answer[]) {
  const leads = answers.flatMap(({ lead_id }) => lead_id ?? [])
  const rows = await within
    .selectFrom('lead_message')
    .select(['kind', 'lead_id', 'referral_code'])
    .where('lead_id', 'in', valueList(within, leads))
    .where(unindexed('state'), 'in', ['pending', 'held'])
    .where('transmitting_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => keyOf({ ...row, kind: row.kind as MessageKind })))
}
