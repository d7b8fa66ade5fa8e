import { cleanEmail } from '../../clean-text.ts'
import { iso } from '../../clock.ts'
import type { NewReply } from '../../contract/applicants.ts'
import type { LeadDetail } from '../../contract/lead.ts'
import type { Actor } from '../../contract/permissions.ts'
import { jsonRecord } from '../../json-record.ts'
import { optOutOf } from '../../mail/limits.ts'
import { addMessage } from '../../mail/outbox.ts'
import type { ApplicantRow } from '../../store/database/mail-tables.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { storable } from '../../store/storable.ts'
import { appendAudit } from '../audit/audit-log.ts'
import type { StaffContext } from '../context.ts'
import { announcedDecisions, readDetail } from '../detail.ts'

/** The lead after a message was queued, or the reason why none was; undefined for an unknown lead. */
type WriteResult = { lead: LeadDetail } | { refused: string } | undefined

/** Queues a reply to a lead, once for each `id`: a repeated request does nothing. */
export const replyToLead = (
  context: StaffContext,
  lead: string,
  { id: request, subject, text }: NewReply,
  by: Actor,
): Promise<WriteResult> =>
  writeTo(context, lead, by, async (within, { applicant, email }) => {
    const messages = within.selectFrom('lead_message').select('data')
    const earlier = await messages.where('lead_id', '=', lead).execute()
    if (earlier.some(({ data }) => jsonRecord(data).request === request)) return undefined
    const message = await addMessage(within, context.clock, {
      ...{ kind: 'reply', recipient: email, applicantId: applicant.id, leadId: lead },
      data: { request, subject: storable(subject), text: storable(text), author: by.name },
      state: (await context.mail?.answering.newState(within)) ?? 'held',
    })
    return { action: 'lead.replied', detail: { message } }
  })

/** Queues the message about the decision on a lead, once. */
export const sendDecision = (
  context: StaffContext,
  lead: string,
  kind: 'accepted' | 'declined',
  by: Actor,
): Promise<WriteResult> =>
  writeTo(context, lead, by, async (within, { applicant, email, status }) => {
    if (status !== kind) return `The status of this lead is not ${kind}`
    if ((await announcedDecisions(within, lead)).includes(kind)) return undefined
    const reason = optOutOf(applicant, kind)
    if (reason) return `This person gets no automatic messages now: ${reason}`
    const message = await addMessage(within, context.clock, {
      ...{ kind, recipient: email, applicantId: applicant.id, leadId: lead },
      state: (await context.mail?.answering.newState(within)) ?? 'held',
    })
    return { action: 'lead.answered', detail: { message, kind } }
  })

/** A lead to write to, with its person. */
interface Recipient {
  applicant: ApplicantRow
  email: string
  status: string
}

/** Locks a lead, calls `write`, and records the event that it resolves to. Text is the reason for a refusal. */
async function writeTo(
  context: StaffContext,
  lead: string,
  by: Actor,
  write: (
    within: LeadDatabase,
    to: Recipient,
  ) => Promise<{ action: string; detail: object } | string | undefined>,
): Promise<WriteResult> {
  const { inTransaction, clock } = context
  const refused = await inTransaction(async (within) => {
    // Changes no value. On PostgreSQL, this statement waits for a concurrent erasure or message.
    const row = await within
      .updateTable('lead')
      .set(({ ref }) => ({ revision: ref('revision') }))
      .where('id', '=', lead)
      .where('state', '!=', 'erased')
      .returning(['payload', 'status', 'applicant_id'])
      .executeTakeFirst()
    if (!row) return 'missing' as const
    const applicants = within.selectFrom('lead_applicant').selectAll()
    const applicant = await applicants.where('id', '=', row.applicant_id).executeTakeFirst()
    if (!applicant) return { refused: 'This lead has no person to write to' }
    const email = cleanEmail(String(jsonRecord(row.payload).email))
    const event = await write(within, { applicant, email, status: row.status })
    if (typeof event === 'string') return { refused: event }
    const { action, detail } = event ?? {}
    if (action) {
      await appendAudit(within, [{ by, lead, action, detail: { ...detail } }], iso(clock.wall()))
    }
    return undefined
  })
  if (refused) return refused === 'missing' ? undefined : refused
  context.mail?.wake()
  const detail = await readDetail(context, lead, by)
  return detail && { lead: detail }
}
