import type { LeadDatabase } from '../store/database/tables.ts'

/**
 * Counts the businesses that a referral link brought: mailboxes with a confirmed application through it. Excludes the
 * owner's mailbox, and people whose credit is withheld or denied.
 */
export async function businessesBrought(database: LeadDatabase, code: string): Promise<number> {
  const owner = database.selectFrom('lead_applicant').select('mailbox').where('code', '=', code)
  const { people } = await database
    .selectFrom('lead')
    .innerJoin('lead_applicant as person', 'person.id', 'lead.applicant_id')
    .select(({ fn }) => fn.count('person.mailbox').distinct().as('people'))
    .where('referral_code', '=', code)
    .where('form', '=', 'onboarding')
    .where('lead.confirmed_at', 'is not', null)
    .where('person.credit', 'not in', ['withheld', 'denied'])
    .where('person.mailbox', 'not in', owner)
    .executeTakeFirstOrThrow()
  return Number(people)
}

/** Returns whether staff accepted a person to an affiliate program. */
export async function isAffiliate(database: LeadDatabase, id: string): Promise<boolean> {
  const accepted = database
    .selectFrom('lead')
    .select('id')
    .where('applicant_id', '=', id)
    .where('status', '=', 'accepted')
    .where('form', 'like', 'affiliate-%')
  return (await accepted.limit(1).execute()).length > 0
}

/** Returns the people who brought the most others. */
export const topReferrers = (database: LeadDatabase, limit: number) =>
  database
    .selectFrom('lead_applicant')
    .select(['id', 'name', 'code', 'referrals'])
    .where('referrals', '>', 0)
    .where('address', 'is not', null)
    .orderBy('referrals', 'desc')
    .orderBy('confirmed_seq')
    .limit(limit)
    .execute()
