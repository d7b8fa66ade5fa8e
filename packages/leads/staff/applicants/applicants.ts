import { iso } from '../../clock.ts'
import type * as contract from '../../contract/applicants.ts'
import type { Actor } from '../../contract/permissions.ts'
import { decideCredit } from '../../referrals/credit.ts'
import { appendAudit } from '../audit/audit-log.ts'
import type { StaffContext } from '../context.ts'
import { listCredits, listReferrers } from './credits.ts'
import { readContent } from './message-content.ts'
import { changeMessage, listMessages, readOutbox } from './messages.ts'
import { readApplicant } from './read-applicant.ts'
import { replyToLead, sendDecision } from './write-to-lead.ts'

/** Creates the operations of staff on people who applied, and on messages. */
export function createApplicantOperations(context: StaffContext) {
  return {
    applicant: (id: string, by: Actor) => readApplicant(context, id, by),
    credits: (query: contract.CreditQuery, by: Actor) => listCredits(context, query, by),
    referrers: (by: Actor) => listReferrers(context, by),
    /** Gives or denies a withheld referral credit. Resolves to whether there was one. */
    decideCredit: (id: string, { credit }: contract.CreditDecision, by: Actor): Promise<boolean> =>
      context.inTransaction(async (within) => {
        if (!(await decideCredit(within, id, credit))) return false
        const event = { by, action: 'credit.decided', detail: { applicant: id, credit } }
        await appendAudit(within, [event], iso(context.clock.wall()))
        return true
      }),
    reply: (lead: string, reply: contract.NewReply, by: Actor) =>
      replyToLead(context, lead, reply, by),
    sendDecision: (lead: string, kind: 'accepted' | 'declined', by: Actor) =>
      sendDecision(context, lead, kind, by),
    messages: (query: contract.MessageQuery, by: Actor) => listMessages(context, query, by),
    outbox: () => readOutbox(context),
    messageContent: (id: string, by: Actor) => readContent(context, id, by),
    changeMessage: (id: string, change: 'retry' | 'cancel', by: Actor) =>
      changeMessage(context, id, change, by),
  }
}
