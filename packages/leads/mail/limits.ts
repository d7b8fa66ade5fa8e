import { type SelectQueryBuilder, sql } from 'kysely'
import { iso } from '../clock.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase, LeadTables } from '../store/database/tables.ts'
import { unindexed } from '../store/database/unindexed.ts'
import { toStrangers } from './fields.ts'
import type { MessageKind, MessageState } from './message.ts'

/** A limit on the messages that strangers can trigger. Applications that were confirmed do not count. */
interface Limit {
  column: 'lead_applicant.mailbox' | 'lead_message.network'
  value: string | null
  what: string
  /** Maximum numbers of messages. */
  hour: number
  day: number
  /** Messages until then do not count. */
  since?: string
}

/** Returns the limits to one mailbox and by one network. After unsubscribing, a mailbox gets one message a day. */
function limitsOf({ mailbox, unsubscribed_at }: ApplicantRow, network: string | null): Limit[] {
  const toMailbox = { column: 'lead_applicant.mailbox', value: mailbox } as const
  return [
    { ...toMailbox, what: 'to one mailbox', hour: 3, day: 6 },
    { column: 'lead_message.network', value: network, what: 'by one network', hour: 40, day: 120 },
    ...(unsubscribed_at
      ? [{ ...toMailbox, what: 'after unsubscribing', hour: 1, day: 1, since: unsubscribed_at }]
      : []),
  ]
}

/** Maximum number of messages to one domain in an hour, in addition to the number of its confirmed people. */
const perHourToDomain = 12

/** Maximum number of confirmed people who count for their domain. Each answer may count 24 times as many messages. */
const maxCounted = 200

/** Maximum number of hours for which a message to a domain waits. */
const maxHours = 23

const hourMs = 3_600_000

/** Kinds of messages that answer a form. */
const answers: readonly string[] = ['confirm', 'welcome', 'received'] satisfies MessageKind[]

/** Returns why a person gets no message that is not a reply; undefined if they may get one. */
export function optOutOf(
  { unsubscribed_at, bounced_at }: Pick<ApplicantRow, 'unsubscribed_at' | 'bounced_at'>,
  kind: string,
): string | undefined {
  if (bounced_at) return 'address refused before'
  // Answers to a form are no news: people who unsubscribed may apply again.
  return unsubscribed_at && !answers.includes(kind) ? 'unsubscribed' : undefined
}

/**
 * Returns when a message that strangers can trigger is sent: after `waitMs` milliseconds, because others to its domain
 * are first, or never, with the reason.
 *
 * @param now in milliseconds of the system clock
 */
export async function limitOn(
  within: LeadDatabase,
  kind: MessageKind,
  applicant: ApplicantRow,
  network: string | null,
  now: number,
): Promise<{ reason?: string; waitMs?: number }> {
  const optedOut = optOutOf(applicant, kind)
  if (optedOut) return { reason: optedOut }
  const [hourAgo, dayAgo] = [iso(now - hourMs), iso(now - 24 * hourMs)]
  for (const { column, value, what, hour, day, since = '' } of limitsOf(applicant, network)) {
    if (!value) continue
    for (const [limit, start, unit] of [
      [day, dayAgo, 'a day'],
      [hour, hourAgo, 'an hour'],
    ] as const) {
      const messages = countedMessages(within, kind, since > start ? since : start)
      const recent = await countOf(within, messages.where(column, '=', value), limit)
      if (recent === limit) return { reason: `limit of ${limit} ${unit} ${what}` }
    }
  }
  const { domain } = applicant
  if (!domain) return { waitMs: 0 }
  const confirmed = within
    .selectFrom('lead_applicant')
    .where('domain', '=', domain)
    .where('confirmed_at', 'is not', null)
  const perHour = perHourToDomain + (await countOf(within, confirmed, maxCounted))
  // The time of a message that waits is in the future.
  const others = within
    .selectFrom('lead_message')
    .where('domain', '=', domain)
    .where('created_at', '>', hourAgo)
    .where(unindexed('kind'), 'in', countedKinds(kind))
    .where(unindexed('state'), 'not in', uncounted)
  const hours = Math.floor((await countOf(within, others, perHour * (maxHours + 1))) / perHour)
  if (hours > maxHours) return { reason: `limit of ${perHour} an hour to one domain` }
  return { waitMs: hours * hourMs }
}

/** Counts the rows of a query, up to `limit`. */
async function countOf<Row>(
  within: LeadDatabase,
  query: SelectQueryBuilder<LeadTables, keyof LeadTables, Row>,
  limit: number,
): Promise<number> {
  const rows = query.select(sql`1`.as('one')).limit(limit).as('row')
  const counted = within.selectFrom(rows).select(({ fn }) => fn.countAll().as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

/** States of messages that were not sent. */
const uncounted: MessageState[] = ['suppressed', 'canceled']

/** Returns the kinds of messages that count for limits on a kind. */
const countedKinds = (kind: MessageKind) => (kind === 'welcome' ? [kind] : toStrangers)

/** Selects the messages since a time that count for limits on a kind of message. */
const countedMessages = (within: LeadDatabase, kind: MessageKind, since: string) =>
  within
    .selectFrom('lead_message')
    .innerJoin('lead', 'lead.id', 'lead_message.lead_id')
    .innerJoin('lead_applicant', 'lead_applicant.id', 'lead_message.applicant_id')
    .where('lead_message.created_at', '>', since)
    .where('lead_message.state', 'not in', uncounted)
    .where(unindexed('kind'), 'in', countedKinds(kind))
    .$if(kind !== 'welcome', (message) =>
      message.where(({ eb, or, ref }) =>
        or([
          eb('lead.confirmed_at', 'is', null),
          eb('lead.confirmed_at', '<', ref('lead_message.created_at')),
        ]),
      ),
    )
