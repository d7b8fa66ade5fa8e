import { iso } from '../../clock.ts'
import {
  type Message,
  type MessagePage,
  type MessageQuery,
  messageStates,
  type Outbox,
} from '../../contract/applicants.ts'
import type { Actor } from '../../contract/permissions.ts'
import { jsonRecord } from '../../json-record.ts'
import { appendAudit } from '../audit/audit-log.ts'
import type { StaffContext } from '../context.ts'

/** Number of messages in one state at which counting stops, so that it takes milliseconds. */
const maxCounted = 10_000

/** Returns a query of messages with the names of their applicants, newest first, without erased ones. */
export const selectMessages = (database: StaffContext['database']) =>
  database
    .selectFrom('lead_message as message')
    .leftJoin('lead_applicant as applicant', 'applicant.id', 'message.applicant_id')
    .selectAll('message')
    .select('applicant.name')
    .where('message.state', '!=', 'erased')
    .orderBy('message.id', 'desc')

type Selected = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number]

/** Returns a message for staff. */
export function messageOf(row: Selected): Message {
  const { subject = null, author = null } = { ...jsonRecord(row.data), ...jsonRecord(row.sent) }
  return {
    ...{ id: row.id, kind: row.kind, recipient: row.recipient, error: row.last_error },
    ...{ subject: subject as string | null, author: author as string | null },
    state: row.state as Message['state'],
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
    isUncertain: row.uncertain > 0,
    applicant: row.applicant_id === null ? null : { id: row.applicant_id, name: row.name ?? '' },
  }
}

/** Returns a page of messages, newest first, and records the read. */
export async function listMessages(
  { database, reads }: StaffContext,
  { state, kind, before, limit }: MessageQuery,
  by: Actor,
): Promise<MessagePage> {
  let found = selectMessages(database)
  if (state) found = found.where('message.state', '=', state)
  if (kind) found = found.where('message.kind', '=', kind)
  if (before) found = found.where('message.id', '<', before)
  const rows = await found.limit(limit + 1).execute()
  await reads.opened(by, { action: 'messages.listed', ...(state && { detail: { state } }) })
  const messages = rows.slice(0, limit).map(messageOf)
  return { messages, next: rows.length > limit ? (messages.at(-1)?.id ?? null) : null }
}

/** Returns whether mail is sent, and counts the messages by state. */
export async function readOutbox({ database, mail }: StaffContext): Promise<Outbox> {
  const counts: Outbox['counts'] = []
  for (const state of messageStates) {
    const some = database.selectFrom('lead_message').select('id').where('state', '=', state)
    const { messages } = await database
      .selectFrom(some.limit(maxCounted).as('some'))
      .select(({ fn }) => fn.countAll().as('messages'))
      .executeTakeFirstOrThrow()
    counts.push({ state, messages: Number(messages) })
  }
  return { mail: mail?.state() ?? 'off', counts }
}

/** The states in which a message can be changed, and the action in the audit log. */
const changes = {
  retry: { from: ['exhausted', 'uncertain', 'bounced'], action: 'message.retried' },
  cancel: { from: ['pending', 'held'], action: 'message.canceled' },
}

/**
 * Queues a message again that failed (`retry`), or stops one that was not sent (`cancel`). Resolves to undefined if the
 * message's state does not allow that, for example because it is being sent.
 */
export async function changeMessage(
  { database, inTransaction, clock, mail }: StaffContext,
  id: string,
  change: keyof typeof changes,
  by: Actor,
): Promise<Message | undefined> {
  const now = iso(clock.monotonic())
  const { from, action } = changes[change]
  const state =
    change === 'cancel' ? 'canceled' : ((await mail?.answering.newState(database)) ?? 'held')
  const isChanged = await inTransaction(async (within) => {
    const changed = await within
      .updateTable('lead_message')
      .set({
        ...{ state, next_attempt_at: state === 'pending' ? now : null },
        ...{ lease_owner: null, lease_until: null, transmitting_at: null },
        ...(change === 'retry' && { attempts: 0, uncertain: 0, last_error: null }),
      })
      .where('id', '=', id)
      .where('state', 'in', from)
      .where((row) => row.or([row('transmitting_at', 'is', null), row('lease_until', '<=', now)]))
      .returning(['lead_id', 'applicant_id'])
      .executeTakeFirst()
    if (!changed) return false
    if (change === 'retry') {
      // The mark of a refused address. Another refusal sets it again.
      await within
        .updateTable('lead_applicant')
        .set({ bounced_at: null })
        .where('id', '=', changed.applicant_id)
        .execute()
    }
    const lead = changed.lead_id && { lead: changed.lead_id }
    const event = { by, action, ...lead, detail: { message: id } }
    await appendAudit(within, [event], iso(clock.wall()))
    return true
  })
  if (!isChanged) return undefined
  mail?.wake()
  const row = await selectMessages(database).where('message.id', '=', id).executeTakeFirst()
  return row && messageOf(row)
}
