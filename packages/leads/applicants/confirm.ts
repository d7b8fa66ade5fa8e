import { type Clock, iso } from '../clock.ts'
import { jsonRecord } from '../json-record.ts'
import { nameIn, type Payload } from '../lead.ts'
import { creditReferrer, lockCredits } from '../referrals/credit.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { newReferralCode } from './applicant.ts'

/**
 * Confirms an application: its name and language become the person's. A person's first confirmed application confirms
 * the address, gives the person the next number and a referral code, and credits the referrer. Resolves to the
 * applicant, or to undefined if the application was confirmed before or erased.
 */
export async function confirmLead(
  within: LeadDatabase,
  clock: Clock,
  id: string,
): Promise<ApplicantRow | undefined> {
  // Locked first. Otherwise two people who confirm at the same time and referred each other would wait for each other.
  const confirmed = await lockCredits(within)
  const confirmed_at = iso(clock.wall())
  const lead = await within
    .updateTable('lead')
    .set({ confirmed_at })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('state', '!=', 'erased')
    .returning(['id', 'payload', 'language', 'applicant_id', 'referral_code', 'referral_network'])
    .executeTakeFirst()
  if (!lead) return undefined
  const sequence = confirmed + 1
  const applicant = await within
    .updateTable('lead_applicant')
    .set(({ fn, val }) => ({
      name: nameIn(jsonRecord(lead.payload) as Payload),
      language: lead.language,
      // The person can read our mail, and wishes to hear from us again.
      ...{ unsubscribed_at: null, bounced_at: null },
      confirmed_at: fn.coalesce('confirmed_at', val(confirmed_at)),
      confirmed_seq: fn.coalesce('confirmed_seq', val(sequence)),
      code: fn.coalesce('code', val(newReferralCode())),
    }))
    .where('id', '=', lead.applicant_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (applicant.confirmed_seq !== sequence) return applicant
  await within.updateTable('lead_mail').set({ confirmed: sequence }).execute()
  if (lead.referral_code) await creditReferrer(within, applicant, lead)
  return applicant
}
