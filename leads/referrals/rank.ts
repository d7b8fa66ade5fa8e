import { sql } from 'kysely'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'

/**
 * Returns a confirmed applicant's place on the list, from 1: by number of referrals, then by time of confirmation. The
 * places are unique. Returns undefined for people who are not confirmed, or were erased.
 *
 * Only people with referrals and erased people are counted one by one. `confirmed_seq` has no gaps, so it is the
 * number of all others who confirmed before.
 */
export async function rankOf(
  database: LeadDatabase,
  {
    referrals,
    confirmed_seq,
    address,
  }: Pick<ApplicantRow, 'referrals' | 'confirmed_seq'> & Partial<Pick<ApplicantRow, 'address'>>,
): Promise<number | undefined> {
  if (confirmed_seq === null || address === null) return undefined
  const ahead = referrals > 0 ? aheadOf(referrals, confirmed_seq) : aheadOfNone(confirmed_seq)
  const { rows } = await ahead.execute(database)
  return Number(rows[0]?.ahead ?? 0) + 1
}

/**
 * Counts people with more referrals, or as many and an earlier confirmation. All people with referrals are confirmed,
 * and not erased.
 */
const aheadOf = (referrals: number, seq: number) => sql<{ ahead: number }>`
  select (select count(*) from lead_applicant where referrals > 0 and referrals > ${referrals})
    + (select count(*) from lead_applicant where referrals > 0 and referrals = ${referrals}
      and confirmed_seq < ${seq}) as ahead`

/**
 * Counts people with referrals, and everyone without who confirmed before. Erased people have no secret: only they are
 * in the index that this uses.
 */
const aheadOfNone = (seq: number) => sql<{ ahead: number }>`
  select ${seq} - 1
    + (select count(*) from lead_applicant where referrals > 0 and confirmed_seq > ${seq})
    - (select count(*) from lead_applicant where secret = '' and confirmed_seq < ${seq}) as ahead`
