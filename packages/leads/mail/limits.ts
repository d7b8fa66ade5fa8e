import { iso } from '../clock.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { toStrangers } from './fields.ts'
import type { MessageKind } from './message.ts'

interface Limit {
  column: 'lead_applicant.mailbox' | 'lead_applicant.domain' | 'lead_message.network'
  value: string | null
  what: string
  /** Maximum numbers of messages. */
  hour: number
  day: number
  /** Messages until then do not count. */
  since?: string
}

/**
 * Maximum number of messages that strangers can trigger, in an hour and in a day: to one mailbox, to one private domain,
 * and by one network. Applications that were confirmed do not count. After unsubscribing, a mailbox gets one a day.
 */
function limitsOf(
  { mailbox, domain, unsubscribed_at }: ApplicantRow,
  network: string | null,
): Limit[] {
  const toMailbox = { column: 'lead_applicant.mailbox', value: mailbox } as const
  return [
    { ...toMailbox, what: 'to one mailbox', hour: 3, day: 6 },
    { column: 'lead_applicant.domain', value: domain, what: 'to one domain', hour: 12, day: 40 },
    { column: 'lead_message.network', value: network, what: 'by one network', hour: 40, day: 120 },
    ...(unsubscribed_at
      ? [{ ...toMailbox, what: 'after unsubscribing', hour: 1, day: 1, since: unsubscribed_at }]
      : []),
  ]
}

const hourMs = 3_600_000

/** Kinds of messages that answer a form. */
const answers: readonly string[] = ['confirm', 'welcome', 'received'] satisfies MessageKind[]

/**
 * Returns why a person gets no message that is not a reply; undefined if they may get one.
 *
 * @param created_at the time of the message. By default now
 */
export function optOutOf(
  { unsubscribed_at, bounced_at }: Pick<ApplicantRow, 'unsubscribed_at' | 'bounced_at'>,
  { kind, created_at }: { kind: string; created_at?: string },
): string | undefined {
  if (bounced_at) return 'address refused before'
  // Answers to a form are no news: people who unsubscribed may apply again.
  const isAnswer = answers.includes(kind) && (!created_at || created_at > (unsubscribed_at ?? ''))
  return unsubscribed_at && !isAnswer ? 'unsubscribed' : undefined
}

/**
 * Returns why a message that strangers can trigger is not sent now, or undefined if it may be sent.
 *
 * @param now in milliseconds of the system clock
 */
export async function suppressionOf(
  within: LeadDatabase,
  kind: MessageKind,
  applicant: ApplicantRow,
  network: string | null,
  now: number,
): Promise<string | undefined> {
  const optedOut = optOutOf(applicant, { kind })
  if (optedOut) return optedOut
  const [hourAgo, dayAgo] = [iso(now - hourMs), iso(now - 24 * hourMs)]
  for (const { column, value, what, hour, day, since = '' } of limitsOf(applicant, network)) {
    if (!value) continue
    const recent = await within
      .selectFrom('lead_message')
      .innerJoin('lead', 'lead.id', 'lead_message.lead_id')
      .innerJoin('lead_applicant', 'lead_applicant.id', 'lead_message.applicant_id')
      .select('lead_message.created_at')
      .where(column, '=', value)
      .where('lead_message.created_at', '>', since > dayAgo ? since : dayAgo)
      .where('lead_message.state', 'not in', ['suppressed', 'canceled'])
      .$if(kind === 'welcome', (message) => message.where('kind', '=', 'welcome'))
      .$if(kind !== 'welcome', (message) =>
        message
          .where('kind', 'in', toStrangers)
          .where(({ eb, or, ref }) =>
            or([
              eb('lead.confirmed_at', 'is', null),
              eb('lead.confirmed_at', '<', ref('lead_message.created_at')),
            ]),
          ),
      )
      .limit(day)
      .execute()
    if (recent.length >= day) return `limit of ${day} a day ${what}`
    const inLastHour = recent.filter(({ created_at }) => created_at > hourAgo)
    if (inLastHour.length >= hour) return `limit of ${hour} an hour ${what}`
  }
  return undefined
}
