import { type Insertable, sql } from 'kysely'
import { type Clock, iso } from '../clock.ts'
import { leadId } from '../lead.ts'
import type { SendState } from '../sending/schedule.ts'
import type { MessageTable } from '../store/database/mail-tables.ts'
import { rowTable } from '../store/database/row-table.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import type { InTransaction } from '../store/database/transaction.ts'
import { createLeases } from '../store/leases.ts'
import { toStrangers } from './fields.ts'
import {
  type MessageKind,
  type MessageState,
  messageColumns,
  type StoredMessage,
} from './message.ts'

/** A message to add to the outbox. */
export interface NewMessage {
  /** Id of the submission that the message answers. By default a new id. */
  id?: string | undefined
  kind: MessageKind
  recipient: string
  applicantId?: string | undefined
  leadId?: string | null | undefined
  waveId?: string | undefined
  /** See `lead_message.referral_code`, `network`, and `domain`. */
  referralCode?: string | null
  network?: string | null
  domain?: string | null
  /** Values of the message itself, such as the text of a reply. */
  data?: Readonly<Record<string, unknown>>
  state: Extract<MessageState, 'pending' | 'held' | 'waiting' | 'suppressed'>
  /** For a suppressed message: why it is not sent. */
  reason?: string | undefined
  /** Time from now at which it is sent and counts for limits, in milliseconds. By default 0. */
  waitMs?: number | undefined
}

/** Adds a message to the outbox, in the transaction of its cause. Resolves to the message's id. */
export async function addMessage(
  within: LeadDatabase,
  clock: Clock,
  message: NewMessage,
): Promise<string> {
  const [id = ''] = await addMessages(within, clock, [message])
  return id
}

/** The columns of a new message. */
const newColumns = {
  ...({ id: 'text', kind: 'text', applicant_id: 'text', lead_id: 'text' } as const),
  ...({ wave_id: 'text', referral_code: 'text', network: 'text', domain: 'text' } as const),
  ...({ recipient: 'text', data: 'text', state: 'text', next_attempt_at: 'text' } as const),
  ...({ last_error: 'text', created_at: 'text' } as const),
}

/** Adds messages to the outbox. Resolves to their ids, whose order is the messages' order. */
export async function addMessages(
  within: LeadDatabase,
  clock: Clock,
  messages: readonly NewMessage[],
): Promise<string[]> {
  const now = clock.monotonic()
  const ids = messages.map(({ id }) => id ?? leadId(now)).sort()
  const rows = messages.map(
    (message, index): Insertable<MessageTable> => ({
      id: ids[index] ?? '',
      kind: message.kind,
      applicant_id: message.applicantId ?? null,
      lead_id: message.leadId ?? null,
      wave_id: message.waveId ?? null,
      referral_code: message.referralCode ?? null,
      network: message.network ?? null,
      domain: message.domain ?? null,
      recipient: message.recipient,
      data: JSON.stringify(message.data ?? {}),
      state: message.state,
      next_attempt_at: message.state === 'pending' ? iso(now + (message.waitMs ?? 0)) : null,
      last_error: message.reason ?? null,
      created_at: iso(clock.wall() + (message.waitMs ?? 0)),
    }),
  )
  if (rows.length === 0) return ids
  const columns = sql.join(Object.keys(newColumns).map((column) => sql.ref(column)))
  await sql`insert into lead_message (${columns})
    select ${columns} from ${rowTable(within, 'added', newColumns, rows)}`.execute(within)
  return ids
}

/** Suppresses the messages to a person who has unsubscribed that ask to confirm, and are still to be sent. */
export const suppressWaiting = (within: LeadDatabase, clock: Clock, applicantId: string) =>
  within
    .updateTable('lead_message')
    .set({ state: 'suppressed', last_error: 'unsubscribed', next_attempt_at: null })
    .where('applicant_id', '=', applicantId)
    .where('kind', 'in', toStrangers)
    .where('state', 'in', ['pending', 'held'])
    .where((row) =>
      row.or([row('lease_until', 'is', null), row('lease_until', '<=', iso(clock.monotonic()))]),
    )
    .execute()

/** Changes to a message after an attempt. */
export type MessageChange = SendState<'bounced' | 'uncertain' | 'suppressed'> & {
  uncertain?: number
  data?: string
}

/** Opens the outbox, which all processes on the database share. */
export function openOutbox(inTransaction: InTransaction, clock: Clock) {
  const { claimDue } = createLeases<StoredMessage>(
    inTransaction,
    clock,
    'lead_message',
    messageColumns,
  )
  return {
    /** Takes the lease on up to `limit` due messages. The messages that have been due longest are first. */
    claimDue,

    /**
     * Records that transmission of a message's content begins, with the content as JSON. Resolves to false if this sender no longer holds the
     * lease: the message must not be transmitted.
     */
    markTransmitting: (id: string, sent: string): Promise<boolean> =>
      inTransaction(async (within) => {
        const { numUpdatedRows } = await within
          .updateTable('lead_message')
          .set({ transmitting_at: iso(clock.wall()), sent })
          .where('id', '=', id)
          .where('state', '=', 'pending')
          .where('lease_until', '>', iso(clock.monotonic()))
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }),

    /** Stores the result of an attempt and releases the lease. Without the lease, only `delivered` is stored. */
    save: (id: string, owner: string, change: MessageChange): Promise<void> =>
      inTransaction(async (within) => {
        const released = { lease_owner: null, lease_until: null, transmitting_at: null }
        const { applicant_id, wave_id } =
          (await within
            .updateTable('lead_message')
            .set({ ...change, ...released })
            .where('id', '=', id)
            .where('state', '!=', 'erased')
            .$if(change.state !== 'delivered', (row) => row.where('lease_owner', '=', owner))
            .returning(['applicant_id', 'wave_id'])
            .executeTakeFirst()) ?? {}
        const isUninvited = change.state === 'suppressed' && wave_id
        if (applicant_id && (change.state === 'bounced' || isUninvited)) {
          await within
            .updateTable('lead_applicant')
            .set(isUninvited ? { invited_at: null } : { bounced_at: iso(clock.wall()) })
            .where('id', '=', applicant_id)
            .execute()
        }
      }),
  }
}
