import type { CreditPage, CreditQuery } from '../../contract/applicants.ts'
import type { Actor } from '../../contract/permissions.ts'
import type { StaffContext } from '../context.ts'

/** Returns a page of people whose referral looked suspicious, newest first, and records the read. */
export async function listCredits(
  { database, reads }: StaffContext,
  { credit, before, limit }: CreditQuery,
  by: Actor,
): Promise<CreditPage> {
  // A credit that staff gave before the person confirmed is pending until then.
  const states = credit === 'given' ? (['given', 'pending'] as const) : [credit]
  const rows = await database
    .selectFrom('lead_applicant as person')
    .leftJoin('lead_applicant as referrer', 'referrer.id', 'person.referred_by')
    .select(['person.id', 'person.name', 'person.credit', 'person.credit_reason'])
    .select(['referrer.id as referrer_id', 'referrer.name as referrer_name'])
    .where('person.credit', 'in', states)
    .where('person.credit_reason', 'is not', null)
    .where('person.address', 'is not', null)
    .$if(before !== undefined, (row) => row.where('person.id', '<', before ?? ''))
    .orderBy('person.id', 'desc')
    .limit(limit + 1)
    .execute()
  await reads.opened(by, { action: 'applicants.listed', detail: { credit } })
  const people = rows.slice(0, limit).map((row) => ({
    ...{ id: row.id, name: row.name, credit: row.credit, creditReason: row.credit_reason },
    referrer:
      row.referrer_id === null ? null : { id: row.referrer_id, name: row.referrer_name ?? '' },
  }))
  return { people, next: rows.length > limit ? (people.at(-1)?.id ?? null) : null }
}
