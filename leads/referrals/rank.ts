import { type Kysely, sql } from 'kysely'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadTables } from '../store/database/tables.ts'

/**
 * Returns a confirmed applicant's place on the list, from 1: by number of referrals, then by time of confirmation. The
 * places are unique. Returns undefined for people who are not confirmed.
 *
 * Only people with referrals and erased people are counted one by one. `confirmed_seq` has no gaps, so it is the
 * number of all others who confirmed before.
 */
export async function rankOf(
  database: Kysely<LeadTables>,
  { referrals, confirmed_seq }: Pick<ApplicantRow, 'referrals' | 'confirmed_seq'>,
): Promise<number | undefined> {
  if (confirmed_seq === null) return undefined
  const ahead = referrals > 0 ? aheadOf(referrals, confirmed_seq) : aheadOfNone(confirmed_seq)
  const { rows } = await ahead.execute(database)
  return Number(rows[0]?.ahead ?? 0) + 1
}

/** Counts people with more referrals, or as many and an earlier confirmation. */
const aheadOf = (referrals: number, seq: number) => sql<{ ahead: number }>`
  select count(*) as ahead from lead_applicant where confirmed_seq is not null and address is not null
    and (referrals > ${referrals} or (referrals = ${referrals} and confirmed_seq < ${seq}))`

/** Counts people with referrals, and everyone without who confirmed before. */
const aheadOfNone = (seq: number) => sql<{ ahead: number }>`
  select ${seq} - 1
    + (select count(*) from lead_applicant where referrals > 0 and confirmed_seq > ${seq}
      and address is not null)
    - (select count(*) from lead_applicant where address is null and confirmed_seq < ${seq}) as ahead`
