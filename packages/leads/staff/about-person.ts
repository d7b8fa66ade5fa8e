import { addressOf } from '../applicants/address.ts'
import { jsonRecord } from '../json-record.ts'
import { rankOf } from '../referrals/rank.ts'
import type { LeadDatabase } from '../store/database/tables.ts'

/**
 * Returns what is stored about the person with an email address besides leads: their referrals, without those people's
 * data, and the messages to them. Returns undefined if there is no such person.
 */
export async function aboutPerson(database: LeadDatabase, email: string) {
  const person = await database
    .selectFrom('lead_applicant')
    .selectAll()
    .where('address', '=', addressOf(email))
    .executeTakeFirst()
  if (!person) return undefined
  const {
    address: _,
    secret: __,
    confirmed_seq: ___,
    mailbox: ____,
    domain: _____,
    ...rest
  } = person
  const { referred_by, listed, ...kept } = rest
  const brought = await database
    .selectFrom('lead_applicant')
    .select(({ fn }) => ['credit', fn.countAll<number | string>().as('people')])
    .where('referred_by', '=', person.id)
    .groupBy('credit')
    .execute()
  const messages = await database
    .selectFrom('lead_message')
    .select(['kind', 'state', 'recipient', 'created_at', 'delivered_at', 'data', 'sent'])
    .where('applicant_id', '=', person.id)
    .orderBy('id')
    .execute()
  return {
    ...kept,
    position: await rankOf(database, person),
    was_referred: referred_by !== null,
    is_listed: listed === 1,
    brought: brought.map(({ credit, people }) => ({ credit, people: Number(people) })),
    messages: messages.map(({ data, sent, ...message }) => ({
      ...message,
      ...(sent ? jsonRecord(sent) : { data: jsonRecord(data) }),
    })),
  }
}
