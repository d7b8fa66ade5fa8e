import type { Kysely } from 'kysely'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadTables } from '../store/database/tables.ts'

/**
 * Records who referred a new applicant: the owner of the code in the link. Ignores unknown codes and the person's own
 * code.
 */
export async function recordReferrer(
  within: Kysely<LeadTables>,
  applicant: Pick<ApplicantRow, 'id'>,
  code: string,
): Promise<void> {
  const referrer = await within
    .selectFrom('lead_applicant')
    .select('id')
    .where('code', '=', code)
    .where('address', 'is not', null)
    .executeTakeFirst()
  if (!referrer || referrer.id === applicant.id) return
  await within
    .updateTable('lead_applicant')
    .set({ referred_by: referrer.id, credit: 'pending' })
    .where('id', '=', applicant.id)
    .where('referred_by', 'is', null)
    .execute()
}

/** Credits the referrer of an applicant whose address was just confirmed, once. */
export async function creditReferrer(
  within: Kysely<LeadTables>,
  { id, referred_by, credit }: Pick<ApplicantRow, 'id' | 'referred_by' | 'credit'>,
): Promise<void> {
  if (credit !== 'pending' || !referred_by) return
  await within.updateTable('lead_applicant').set({ credit: 'given' }).where('id', '=', id).execute()
  await within
    .updateTable('lead_applicant')
    .set(({ eb }) => ({ referrals: eb('referrals', '+', 1) }))
    .where('id', '=', referred_by)
    .execute()
}
