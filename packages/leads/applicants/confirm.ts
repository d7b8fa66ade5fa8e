import { sql } from 'kysely'
import { type Clock, iso } from '../clock.ts'
import { jsonRecord } from '../json-record.ts'
import { nameIn, type Payload } from '../lead.ts'
import { creditReferrer, lockCredits } from '../referrals/credit.ts'
import { isPostgres } from '../store/database/dialect.ts'
import type { ApplicantRow, Submitted } from '../store/database/mail-tables.ts'
import { rowTable, valueList } from '../store/database/row-table.ts'
import type { LeadDatabase, LeadRow } from '../store/database/tables.ts'
import { unindexed } from '../store/database/unindexed.ts'
import { storable } from '../store/storable.ts'
import { newReferralCode } from './applicant.ts'

/** One of the submissions of an application, with its lead and its person. Confirming changes these objects, too. */
export interface Application {
  submitted: Submitted
  lead: Pick<LeadRow, 'id' | 'payload' | 'language' | 'confirmed_at' | 'referral_code'>
  applicant: ApplicantRow
}

/**
 * Confirms an application by one of its submissions. Resolves to the applicant, or to undefined if the application was
 * erased, or confirmed before by a person who has not unsubscribed since.
 */
export async function confirmLead(
  within: LeadDatabase,
  clock: Clock,
  submitted: Submitted,
): Promise<ApplicantRow | undefined> {
  // Locked first. Otherwise two people who confirm at the same time and referred each other would wait for each other.
  await lockCredits(within)
  const lead = await within
    .selectFrom('lead')
    .select(['id', 'payload', 'language', 'confirmed_at', 'referral_code', 'applicant_id'])
    .where('id', '=', submitted.lead_id)
    .where('state', '!=', 'erased')
    .$if(isPostgres(within), (row) => row.forUpdate())
    .executeTakeFirst()
  const applicant = await within
    .selectFrom('lead_applicant')
    .selectAll()
    .where('id', '=', lead?.applicant_id ?? null)
    .$if(isPostgres(within), (row) => row.forUpdate())
    .executeTakeFirst()
  if (!lead || !applicant) return undefined
  const isConfirmed = await confirmAll(within, clock, [{ submitted, lead, applicant }])
  return isConfirmed ? applicant : undefined
}

/**
 * Confirms applications: their names and languages become those of their people. A person's first confirmed application
 * confirms the address, gives the person the next number and a referral code, and credits the submission's referrer.
 * Skips those that were confirmed before by a person who has not unsubscribed since. Resolves to whether any was
 * confirmed. The credits are locked.
 */
export async function confirmAll(
  within: LeadDatabase,
  clock: Clock,
  applications: readonly Application[],
): Promise<boolean> {
  const before = await lockCredits(within)
  let sequence = before
  const confirmed_at = iso(clock.wall())
  const first: Application[] = []
  const confirmed = applications.filter((application) => {
    const { submitted, lead, applicant } = application
    if (lead.confirmed_at && !applicant.unsubscribed_at) return false
    if (!lead.confirmed_at) lead.referral_code = submitted.referral_code
    lead.confirmed_at = confirmed_at
    if (applicant.confirmed_seq === null) {
      first.push(application)
      applicant.confirmed_seq = ++sequence
    }
    applicant.name = storable(nameIn(jsonRecord(lead.payload) as Payload))
    applicant.language = lead.language
    // The person can read our mail, and wishes to hear from us again.
    applicant.unsubscribed_at = applicant.bounced_at = null
    applicant.confirmed_at ??= confirmed_at
    applicant.code ??= newReferralCode()
    return true
  })
  if (confirmed.length === 0) return false
  const leads = [...new Set(confirmed.map(({ lead }) => lead))]
  const leadColumns = { id: 'text', confirmed_at: 'text', referral_code: 'text' } as const
  await sql`update lead set confirmed_at = new.confirmed_at, referral_code = new.referral_code
    from ${rowTable(within, 'new', leadColumns, leads)} where lead.id = new.id`.execute(within)
  // The limit of a domain is for messages to people who may not have applied.
  await within
    .updateTable('lead_message')
    .set({ domain: null })
    .where(
      'lead_id',
      'in',
      valueList(
        within,
        leads.map(({ id }) => id),
      ),
    )
    .where(unindexed('domain'), '!=', '')
    .execute()
  await storeConfirmed(within, [...new Set(confirmed.map(({ applicant }) => applicant))])
  if (sequence !== before) {
    await within.updateTable('lead_mail').set({ confirmed: sequence }).execute()
  }
  for (const { applicant, submitted } of first) {
    if (submitted.referral_code) await creditReferrer(within, applicant, submitted)
  }
  return true
}

async function storeConfirmed(within: LeadDatabase, people: readonly ApplicantRow[]) {
  const columns = {
    ...({ id: 'text', name: 'text', language: 'text', code: 'text' } as const),
    ...({ confirmed_at: 'text', confirmed_seq: 'integer' } as const),
  }
  await sql`update lead_applicant set name = new.name, language = new.language, code = new.code,
      confirmed_at = new.confirmed_at, confirmed_seq = new.confirmed_seq,
      unsubscribed_at = null, bounced_at = null
    from ${rowTable(within, 'new', columns, people)} where lead_applicant.id = new.id`.execute(
    within,
  )
}
