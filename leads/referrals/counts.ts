import type { LeadDatabase } from '../store/database/tables.ts'

/**
 * Counts the people who applied through a referral link, confirmed or not. Excludes its owner, spam, and people whose
 * credit is withheld or denied.
 */
export async function referralCounts(database: LeadDatabase, code: string) {
  const counts = await database
    .selectFrom('lead')
    .innerJoin('lead_applicant as person', 'person.id', 'lead.applicant_id')
    .select(['form', ({ fn }) => fn.count('person.id').distinct().as('people')])
    .where('referral_code', '=', code)
    .where('spam', '=', 0)
    .where(({ eb, or }) => or([eb('person.code', 'is', null), eb('person.code', '!=', code)]))
    .where('person.credit', 'not in', ['withheld', 'denied'])
    .groupBy('form')
    .execute()
  const accepted = await database
    .selectFrom('lead')
    .innerJoin('lead_applicant as owner', 'owner.id', 'lead.applicant_id')
    .select('form')
    .distinct()
    .where('owner.code', '=', code)
    .where('status', '=', 'accepted')
    .where('form', 'like', 'affiliate-%')
    .orderBy('form')
    .execute()
  const countOf = (name: string) => Number(counts.find(({ form }) => form === name)?.people ?? 0)
  return {
    /** The affiliate programs that staff accepted the link's owner to, such as `challenge`. */
    programs: accepted.map(({ form }) => form.slice('affiliate-'.length)),
    waitlist: countOf('waitlist'),
    businesses: countOf('onboarding'),
  }
}
