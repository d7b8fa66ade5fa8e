import * as z from 'zod'
import { leadNote } from './lead.ts'
import { leadSummary } from './leads.ts'
import { person } from './staff.ts'

/** Shapes of the people who applied, and of the messages to them. */

/** States of messages, in the order in which they are counted. */
export const messageStates = [
  ...(['pending', 'held', 'waiting', 'delivered', 'exhausted'] as const),
  ...(['bounced', 'uncertain', 'suppressed', 'canceled'] as const),
]
const messageState = z.enum(messageStates)
const optional = z.string().nullable()

/** A message in the outbox. */
export const message = z.object({
  id: z.string(),
  kind: z.string(),
  state: messageState,
  recipient: z.string(),
  /** Null for an automatic message that was not sent, because the content has its subject. */
  subject: optional,
  /** Name of the staff member who wrote it. */
  author: optional,
  createdAt: z.string(),
  deliveredAt: optional,
  /** The last error, or the reason why the message is not sent. */
  error: optional,
  /** Whether an attempt had an unknown outcome, so that the message may have arrived twice. */
  isUncertain: z.boolean(),
  /** The person that the message is to; null for messages to staff. */
  applicant: person.nullable(),
})
export type Message = z.infer<typeof message>

/** A message as it looks, without its personal links. Of a sent message, only the text is kept. */
export const messageContent = z.object({ subject: z.string(), text: z.string(), html: optional })
export type MessageContent = z.infer<typeof messageContent>

export const messageQuery = z.strictObject({
  state: messageState.optional(),
  kind: z.string().max(50).optional(),
  /** The cursor for this page, which is `next` of the previous page. */
  before: z.string().max(100).optional(),
  limit: z.int().min(1).max(200).default(50),
})
export type MessageQuery = z.infer<typeof messageQuery>
export const messagePage = z.object({ messages: z.array(message), next: optional })
export type MessagePage = z.infer<typeof messagePage>

/**
 * Whether mail is sent: `off` without a mail server, `held` until an operator releases it after a restore or copy. And
 * the number of messages by state, up to 10,000.
 */
export const outbox = z.object({
  mail: z.enum(['on', 'off', 'held']),
  counts: z.array(z.object({ state: messageState, messages: z.int() })),
})
export type Outbox = z.infer<typeof outbox>

/** A reply to a lead. Another reply with the same `id` is not sent. */
export const newReply = z.strictObject({
  id: z.string().regex(/^[\w-]{16,64}$/),
  subject: z.string().trim().min(1).max(200),
  text: z.string().trim().min(1).max(20_000),
})
export type NewReply = z.infer<typeof newReply>

/** Sends the message about the decision on a lead, which must have that status. */
export const newDecisionMessage = z.strictObject({ kind: z.enum(['accepted', 'declined']) })

/** Decides on a referral credit that was withheld. */
export const creditDecision = z.strictObject({ credit: z.enum(['given', 'denied']) })
export type CreditDecision = z.infer<typeof creditDecision>

/** A person who was referred, with the referrer's credit and the reason why it was withheld. */
const referred = person.extend({
  credit: z.enum(['none', 'given', 'withheld', 'denied']),
  creditReason: optional,
})

export const creditQuery = z.strictObject({
  /** The state of the credits. By default, all states. */
  credit: z.enum(['withheld', 'given', 'denied']).optional(),
  /** The cursor for this page, which is `next` of the previous page. */
  before: z.string().max(100).optional(),
  limit: z.int().min(1).max(200).default(50),
})
export type CreditQuery = z.infer<typeof creditQuery>

/** People who came through a referral link, newest first, with their referrers. */
export const creditPage = z.object({
  people: z.array(referred.extend({ referrer: person.nullable() })),
  next: optional,
})
export type CreditPage = z.infer<typeof creditPage>

/** The people with the most given credits. */
export const topReferrers = z.object({
  people: z.array(person.extend({ referrals: z.int() })),
})
export type TopReferrers = z.infer<typeof topReferrers>

/** A person who applied, identified by an email address. */
export const applicantDetail = referred.extend({
  email: z.string(),
  /** The language of messages that do not concern an application. */
  language: z.string(),
  phones: z.array(z.string()),
  confirmedAt: optional,
  unsubscribedAt: optional,
  /** Time at which a mail server refused the address permanently. */
  bouncedAt: optional,
  invitedAt: optional,
  /** Place among those who wait, from 1; null for people who are not confirmed, or invited. */
  rank: z.int().nullable(),
  /** Code of the referral link. */
  code: optional,
  referrals: z.int(),
  /** Number of businesses that applied through the link. */
  businesses: z.int(),
  /** The person whose link led to the first confirmed application. The name is empty if that person was erased. */
  referrer: person.nullable(),
  /** The newest people who came through this person's link. */
  referred: z.array(referred),
  applications: z.array(leadSummary),
  messages: z.array(message),
  notes: z.array(leadNote.extend({ lead: z.string() })),
  /** People with the same phone number, or with the same name and a similar address. */
  duplicates: z.array(person.extend({ email: z.string(), reason: z.enum(['phone', 'name']) })),
})
export type ApplicantDetail = z.infer<typeof applicantDetail>
