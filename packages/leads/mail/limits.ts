import { type RawBuilder, sql } from 'kysely'
import { iso } from '../clock.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import { rowTable, valueList } from '../store/database/row-table.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { unindexed } from '../store/database/unindexed.ts'
import { toStrangers } from './fields.ts'
import type { MessageKind, MessageState } from './message.ts'

/** A limit on the messages that strangers can trigger. Applications that were confirmed do not count. */
interface Limit {
  /** Keyed hash of the mailbox or the network. */
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
  return [
    { value: mailbox, what: 'to one mailbox', hour: 3, day: 6 },
    { value: network, what: 'by one network', hour: 40, day: 120 },
    ...(unsubscribed_at
      ? [{ value: mailbox, what: 'after unsubscribing', hour: 1, day: 1, since: unsubscribed_at }]
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

/** A message that strangers can trigger, with its network if that is limited. */
interface Limited {
  kind: MessageKind
  applicant: ApplicantRow
  network: string | null
}

/**
 * Resolves to a function that returns when a message is sent: after `waitMs` milliseconds, because others to its domain
 * are first, or never, with the reason. Each call counts for later ones.
 *
 * @param messages those that the function will be called with
 * @param now in milliseconds of the system clock
 */
export async function limitsOn(
  within: LeadDatabase,
  messages: readonly Limited[],
  now: number,
): Promise<(message: Limited) => { reason?: string; waitMs?: number }> {
  const [hourAgo, dayAgo] = [iso(now - hourMs), iso(now - 24 * hourMs)]
  const times = await timesOf(within, messages, dayAgo)
  const domains = await countsOf(within, messages, hourAgo)
  const timesFor = (kind: MessageKind, value: string) => {
    const key = `${classOf(kind)} ${value}`
    const known = times.get(key) ?? []
    times.set(key, known)
    return known
  }
  return ({ kind, applicant, network }) => {
    const optedOut = optOutOf(applicant, kind)
    if (optedOut) return { reason: optedOut }
    for (const { value, what, hour, day, since = '' } of limitsOf(applicant, network)) {
      if (!value) continue
      for (const [limit, start, unit] of [
        [day, dayAgo, 'a day'],
        [hour, hourAgo, 'an hour'],
      ] as const) {
        const recent = timesFor(kind, value).filter((time) => time > start && time > since)
        if (recent.length >= limit) return { reason: `limit of ${limit} ${unit} ${what}` }
      }
    }
    const domain = domains.get(applicant.domain ?? '')
    const perHour = perHourToDomain + (domain?.confirmed ?? 0)
    const others = domain?.[classOf(kind)] ?? 0
    const hours = Math.floor(Math.min(others, perHour * (maxHours + 1)) / perHour)
    if (hours > maxHours) return { reason: `limit of ${perHour} an hour to one domain` }
    if (domain) domain[classOf(kind)]++
    const waitMs = hours * hourMs
    for (const value of [applicant.mailbox, network]) {
      if (value) timesFor(kind, value).push(iso(now + waitMs))
    }
    return { waitMs }
  }
}

/** A welcome counts for welcomes, and each message to people who may not have applied for all of those. */
const classOf = (kind: string) => (kind === 'welcome' ? 'welcomes' : 'others')

/** Matches messages that count for limits: those of a class that were not suppressed or canceled. */
const isSent = sql`message.state not in (${sql.join(['suppressed', 'canceled'] satisfies MessageState[])})`
const kind = unindexed('message.kind')
const isOther = sql`${kind} in (${sql.join(toStrangers)})`

/** Reads the times of messages since a time, by their class and their mailbox or network. */
async function timesOf(within: LeadDatabase, messages: readonly Limited[], since: string) {
  const mailboxes = [...new Set(messages.map(({ applicant }) => applicant.mailbox))]
  const networks = [...new Set(messages.flatMap(({ network }) => network ?? []))]
  const by = (column: RawBuilder<unknown>, values: readonly string[]) =>
    sql`select ${column} as value, message.kind, message.created_at
      from lead_message as message
      join lead on lead.id = message.lead_id
      join lead_applicant on lead_applicant.id = message.applicant_id
      where ${column} in ${valueList(within, values)} and message.created_at > ${since} and ${isSent}
        and (${kind} = 'welcome' or ${isOther}
          and (lead.confirmed_at is null or lead.confirmed_at < message.created_at))`
  const { rows } = await sql<{ value: string; kind: string; created_at: string }>`
    ${by(sql`lead_applicant.mailbox`, mailboxes)}
    union all ${by(sql`message.network`, networks)}`.execute(within)
  const times = new Map<string, string[]>()
  for (const { value, kind, created_at } of rows) {
    const key = `${classOf(kind)} ${value}`
    times.set(key, [...(times.get(key) ?? []), created_at])
  }
  return times
}

/** Counts the confirmed people and the messages since a time of each domain. A message that waits has a later time. */
async function countsOf(within: LeadDatabase, messages: readonly Limited[], since: string) {
  const domains = [...new Set(messages.flatMap(({ applicant }) => applicant.domain ?? []))]
  if (domains.length === 0) return new Map()
  const max = (maxCounted + perHourToDomain) * (maxHours + 1)
  const count = (from: RawBuilder<unknown>, limit: number) =>
    sql`(select count(*) from (select 1 from ${from} limit ${sql.lit(limit)}) as counted)`
  const sent = sql`lead_message as message where message.domain = given.domain
    and message.created_at > ${since} and ${isSent}`
  const { rows } = await sql<
    Record<'confirmed' | 'welcomes' | 'others', number> & { domain: string }
  >`
    select given.domain,
      ${count(sql`lead_applicant where domain = given.domain and confirmed_at is not null`, maxCounted)}
        as confirmed,
      ${count(sql`${sent} and ${kind} = 'welcome'`, max)} as welcomes,
      ${count(sql`${sent} and ${isOther}`, max)} as others
    from ${rowTable(
      within,
      'given',
      { domain: 'text' },
      domains.map((domain) => ({ domain })),
    )}`.execute(within)
  return new Map(
    rows.map(({ domain, confirmed, welcomes, others }) => [
      domain,
      { confirmed: Number(confirmed), welcomes: Number(welcomes), others: Number(others) },
    ]),
  )
}
