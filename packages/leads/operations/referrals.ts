import { sql } from 'kysely'
import { topReferrers } from '../referrals/counts.ts'
import { recordAudit, type Tools } from './tools.ts'

/** Number of people in the list of those who brought the most. */
const maxListed = 10

/**
 * Counts applicants and referrals, and returns the people who brought the most others: their code, and with
 * `isNamed` their name, which is recorded in the audit log.
 */
export async function readReferrals(tools: Tools, isNamed: boolean) {
  const { database } = tools
  const { rows } = await sql<Record<'applicants' | 'confirmed' | 'visited', number>>`
    select count(*) as applicants, count(confirmed_at) as confirmed,
      (select count(*) from lead where referral_code is not null) as visited
    from lead_applicant where address is not null`.execute(database)
  const credits = await database
    .selectFrom('lead_applicant')
    .select(({ fn }) => ['credit', fn.countAll().as('people')])
    .where('credit', '!=', 'none')
    .groupBy('credit')
    .orderBy('credit')
    .execute()
  const first = await topReferrers(database, maxListed)
  if (isNamed) await recordAudit(tools, { action: 'leads.searched', detail: { referrals: true } })
  const { applicants = 0, confirmed = 0, visited = 0 } = rows[0] ?? {}
  return { applicants, confirmed, visited, credits, first }
}
