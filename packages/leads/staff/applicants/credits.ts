import type { CreditPage, CreditQuery, TopReferrers } from '../../contract/applicants.ts'
import type { Actor } from '../../contract/permissions.ts'
import { topReferrers } from '../../referrals/counts.ts'
import type { StaffContext } from '../context.ts'

/** Returns a page of people who came through a referral link, newest first, and records the read. */
export async function listCredits(
  { database, reads }: StaffContext,
  { credit, before, limit }: CreditQuery,
  by: Actor,
): Promise<CreditPage> {
  const rows = await database
    .selectFrom('lead_applicant as person')
    .leftJoin('lead_applicant as referrer', 'referrer.id', 'person.referred_by')
    .select(['person.id', 'person.name', 'person.credit', 'person.credit_reason'])
    .select(['referrer.id as referrer_id', 'referrer.name as referrer_name'])
    .where('person.credit', '!=', 'none')
    .$if(credit !== undefined, (row) => row.where('person.credit', '=', credit ?? 'none'))
    .where('person.address', 'is not', null)
    .$if(before !== undefined, (row) => row.where('person.id', '<', before ?? ''))
    .orderBy('person.id', 'desc')
    .limit(limit + 1)
    .execute()
  await reads.opened(by, { action: 'applicants.listed', detail: { ...(credit && { credit }) } })
  const people = rows.slice(0, limit).map((row) => ({
    ...{ id: row.id, name: row.name, credit: row.credit, creditReason: row.credit_reason },
    referrer:
      row.referrer_id === null ? null : { id: row.referrer_id, name: row.referrer_name ?? '' },
  }))
  return { people, next: rows.length > limit ? (people.at(-1)?.id ?? null) : null }
}

/** Maximum number of people in the list of those who brought the most. */
const maxListed = 20

/** Returns the people who brought the most others, and records the read. */
export async function listReferrers(
  { database, reads }: Pick<StaffContext, 'database' | 'reads'>,
  by: Actor,
): Promise<TopReferrers> {
  const people = await topReferrers(database, maxListed)
  await reads.opened(by, { action: 'applicants.listed', detail: {} })
  return { people: people.map(({ id, name, referrals }) => ({ id, name, referrals })) }
}
