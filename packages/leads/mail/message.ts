import type { messageStates } from '../contract/applicants.ts'
import type { MessageRow } from '../store/database/mail-tables.ts'

/**
 * The kinds of messages:
 * - to applicants, by an event: `confirm` (please confirm your address), `reminder` (the same, three days later),
 *   `welcome` (you are on the list, or we have your application), `received` (we have your message), `invited`, `accepted`, `declined`
 * - to applicants, written by staff: `reply`
 * - to staff: `new-lead`, `digest`, `password-reset`, `invitation`
 */
export const messageKinds = [
  'confirm',
  'reminder',
  'welcome',
  'received',
  'invited',
  'accepted',
  'declined',
  'reply',
  'new-lead',
  'digest',
  'password-reset',
  'invitation',
] as const
/** A kind of message. */
export type MessageKind = (typeof messageKinds)[number]

/**
 * The state of a message:
 * - `pending`: to be sent at `next_attempt_at`; `created_at` of an answer that waits for its turn is that time, too
 * - `delivered`: accepted by the mail server
 * - `exhausted`: given up after all attempts
 * - `bounced`: refused permanently
 * - `uncertain`: transmitted twice with an unknown outcome; not sent again
 * - `held`: not to be sent until an operator decides, because mail is off or the database was restored
 * - `waiting`: part of a wave, until its turn
 * - `suppressed`: never sent; `last_error` has the reason
 * - `canceled`: canceled by staff before it was sent
 * - `erased`: emptied on request
 */
export type MessageState = (typeof messageStates)[number] | 'erased'

/** The columns of a stored message that sending uses. */
export const messageColumns = [
  'id',
  'kind',
  'applicant_id',
  'lead_id',
  'recipient',
  'data',
  'attempts',
  'created_at',
  'lease_until',
  'transmitting_at',
  'uncertain',
] as const

/** The part of a stored message that sending uses. */
export type StoredMessage = Pick<MessageRow, (typeof messageColumns)[number]>

/** The values that a message's text can contain. Absent values do not apply to the message. */
export interface MessageFields {
  /** The code of the language that the applicant used, such as `ar`. Absent for messages to staff. */
  language?: string
  /** The applicant's name as entered. May contain anything: control characters are removed, length is limited. */
  name: string
  /** The form of the application, such as `waitlist`. */
  form?: string
  /** The name of the business that applied. */
  business?: string
  /** The reference of the application. */
  reference?: string
  /** The applicant's answers, by the keys of the form. */
  sent?: Readonly<Record<string, unknown>>
  /** Absolute URLs. */
  links: {
    confirm?: string
    page?: string
    referral?: string
    unsubscribe?: string
    /** Opens a lead in the Studio, or resets a password. */
    action?: string
  }
  /** Place on the list, from 1. */
  position?: number
  /** Number of people brought. */
  referrals?: number
  /** Values of the message itself: the subject and text of a reply, the counts of a digest. */
  data: Readonly<Record<string, unknown>>
}

/** A rendered message. */
export interface MessageContent {
  subject: string
  html: string
  text: string
}

/**
 * Renders a message from the site's content.
 *
 * @throws when the content is unavailable; the message is rendered again later
 */
export type RenderMessage = (kind: MessageKind, fields: MessageFields) => Promise<MessageContent>
