import { type Clock, iso } from '../clock.ts'
import { creditReferrer, lockCredits } from '../referrals/credit.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { newReferralCode } from './applicant.ts'

/**
 * Confirms an applicant's address: gives the person the next number and a referral code, and credits the referrer.
 * Resolves to the confirmed applicant, or to undefined if the address was confirmed before.
 */
export async function confirmApplicant(
  within: LeadDatabase,
  clock: Clock,
  id: string,
): Promise<ApplicantRow | undefined> {
  // Locked first. Otherwise two people who confirm at the same time and referred each other would wait for each other.
  const confirmed = await lockCredits(within)
  const applicant = await within
    .updateTable('lead_applicant')
    .set({
      confirmed_at: iso(clock.wall()),
      confirmed_seq: confirmed + 1,
      code: newReferralCode(),
    })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('address', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  if (!applicant) return undefined
  await within
    .updateTable('lead_mail')
    .set({ confirmed: confirmed + 1 })
    .execute()
  await creditReferrer(within, applicant)
  return applicant
}
