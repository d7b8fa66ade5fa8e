import type { Kysely } from 'kysely'
import type { LeadTables } from '../../store/database/tables.ts'
import type { MessageState } from '../message.ts'

/** The states of messages that are counted. All others can have many messages, which would take long to count. */
export const countedStates = [
  'pending',
  'waiting',
  'held',
  'exhausted',
  'bounced',
  'uncertain',
] as const satisfies MessageState[]

/** Numbers of messages and applicants. */
export interface MailCounts {
  messages: Partial<Record<string, number>>
  /** Messages that were sent again after a transmission with an unknown outcome. */
  possiblyDoubled: number
  /** Time at which the oldest pending message was written; absent if none is pending. */
  oldestPending: string | undefined
  /** Whether queued mail is held because the database was restored or copied. */
  isOnHold: boolean
  confirmed: number
  /** Number of people whom others brought, by the state of the credit. */
  credits: Partial<Record<string, number>>
}

/** Counts messages and applicants. Reads indexes only. */
export async function countMail(
  database: Kysely<LeadTables>,
): Promise<Omit<MailCounts, 'isOnHold'>> {
  const messages = await database
    .selectFrom('lead_message')
    .select(({ fn }) => [
      ...(['state'] as const),
      fn.countAll().as('count'),
      fn.min('created_at').as('oldest'),
    ])
    .where('state', 'in', countedStates)
    .groupBy('state')
    .execute()
  const { doubled } = await database
    .selectFrom('lead_message')
    .select(({ fn }) => fn.countAll().as('doubled'))
    .where('uncertain', '>', 0)
    .where('state', 'in', ['delivered', 'uncertain'])
    .executeTakeFirstOrThrow()
  const { confirmed } = await database
    .selectFrom('lead_mail')
    .select('confirmed')
    .executeTakeFirstOrThrow()
  const credits = await database
    .selectFrom('lead_applicant')
    .select(({ fn }) => ['credit', fn.countAll().as('count')])
    .where('credit', '!=', 'none')
    .groupBy('credit')
    .execute()
  return {
    messages: Object.fromEntries(messages.map(({ state, count }) => [state, Number(count)])),
    possiblyDoubled: Number(doubled),
    oldestPending: messages.find(({ state }) => state === 'pending')?.oldest,
    confirmed,
    credits: Object.fromEntries(credits.map(({ credit, count }) => [credit, Number(count)])),
  }
}
