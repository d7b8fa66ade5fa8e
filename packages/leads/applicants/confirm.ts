import { sql } from 'kysely'
import { type Clock, iso } from '../clock.ts'
import { jsonRecord } from '../json-record.ts'
import { nameIn, type Payload } from '../lead.ts'
import { creditReferrer, lockCredits } from '../referrals/credit.ts'
import type { ApplicantRow, Submitted } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { unindexed } from '../store/database/unindexed.ts'
import { newReferralCode } from './applicant.ts'

/**
 * Confirms an application by one of its submissions: its name and language become the person's. A person's first
 * confirmed application confirms the address, gives the person the next number and a referral code, and credits the
 * submission's referrer. Resolves to the applicant, or to undefined if the application was erased, or confirmed before
 * by a person who has not unsubscribed since.
 */
export async function confirmLead(
  within: LeadDatabase,
  clock: Clock,
  submitted: Submitted,
): Promise<ApplicantRow | undefined> {
  // Locked first. Otherwise two people who confirm at the same time and referred each other would wait for each other.
  const confirmed = await lockCredits(within)
  const confirmed_at = iso(clock.wall())
  const lead = await within
    .updateTable('lead')
    .set({
      confirmed_at,
      referral_code: sql<string | null>`case when confirmed_at is null
        then ${submitted.referral_code} else referral_code end`,
    })
    .where('id', '=', submitted.lead_id)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('confirmed_at', 'is', null),
        exists(
          selectFrom('lead_applicant as person')
            .select('person.id')
            .whereRef('person.id', '=', 'lead.applicant_id')
            .where('person.unsubscribed_at', 'is not', null),
        ),
      ]),
    )
    .where('state', '!=', 'erased')
    .returning(['payload', 'language', 'applicant_id'])
    .executeTakeFirst()
  if (!lead) return undefined
  // The limit of a domain is for messages to people who may not have applied.
  await within
    .updateTable('lead_message')
    .set({ domain: null })
    .where('lead_id', '=', submitted.lead_id)
    .where(unindexed('domain'), '!=', '')
    .execute()
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
  if (submitted.referral_code) await creditReferrer(within, applicant, submitted)
  return applicant
}
