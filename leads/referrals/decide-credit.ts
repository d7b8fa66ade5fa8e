import type { Kysely } from 'kysely'
import { isPostgres } from '../store/database/dialect.ts'
import type { LeadTables } from '../store/database/tables.ts'

/**
 * Gives or denies the withheld credit for an applicant. A denied credit can still be given. Before the applicant has
 * confirmed, a credit counts from then. Resolves to whether there was such a credit.
 */
export async function decideCredit(
  within: Kysely<LeadTables>,
  id: string,
  decision: 'given' | 'denied',
): Promise<boolean> {
  const applicant = within
    .selectFrom('lead_applicant')
    .select(['confirmed_at', 'referred_by'])
    .where('id', '=', id)
    .where('credit', 'in', decision === 'given' ? ['withheld', 'denied'] : ['withheld'])
    .where('address', 'is not', null)
  // Locked first, as by confirmations, which change the same rows in another order.
  if (isPostgres(within)) await within.selectFrom('lead_mail').select('id').forUpdate().execute()
  const found = await applicant.executeTakeFirst()
  if (!found) return false
  const credit = decision === 'given' && !found.confirmed_at ? 'pending' : decision
  await within.updateTable('lead_applicant').set({ credit }).where('id', '=', id).execute()
  if (credit === 'given' && found.referred_by) {
    await within
      .updateTable('lead_applicant')
      .set(({ eb }) => ({ referrals: eb('referrals', '+', 1) }))
      .where('id', '=', found.referred_by)
      .execute()
  }
  return true
}
