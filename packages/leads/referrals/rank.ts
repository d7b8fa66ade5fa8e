import { sql } from 'kysely'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'

/** Resolves to the place of everybody who waits, by their number of confirmation. */
export async function allRanks(database: LeadDatabase): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ seq: number }>`select confirmed_seq as seq from lead_applicant
    where confirmed_seq is not null and invited_at is null and address is not null
    order by referrals desc, confirmed_seq`.execute(database)
  return new Map(rows.map(({ seq }, index) => [Number(seq), index + 1]))
}

/**
 * Returns a waiting applicant's place on the list, from 1: by number of referrals, then by time of confirmation. The
 * places are unique. Returns undefined for people who do not wait: they are not confirmed, invited, or erased.
 */
export async function rankOf(
  database: LeadDatabase,
  {
    referrals,
    confirmed_seq: seq,
    invited_at,
    address,
  }: Pick<ApplicantRow, 'referrals' | 'confirmed_seq'> &
    Partial<Pick<ApplicantRow, 'invited_at' | 'address'>>,
): Promise<number | undefined> {
  if (seq === null || invited_at || address === null) return undefined
  // Two counts, because each reads only its part of the index of those who wait.
  const waiting = sql`select count(*) from lead_applicant
    where confirmed_seq is not null and invited_at is null and address is not null`
  const { rows } = await sql<{ ahead: number }>`select (${waiting} and referrals > ${referrals})
    + (${waiting} and referrals = ${referrals} and confirmed_seq < ${seq}) as ahead`.execute(
    database,
  )
  return Number(rows[0]?.ahead ?? 0) + 1
}
