import { sql } from 'kysely'
import type { LeadDatabase } from '../store/database/tables.ts'
import { addressOf } from './address.ts'

/**
 * Erases the messages about leads that were just erased. People without other leads are erased too, with their
 * messages, links, and referral code. What they gave stays counted: their number on the list, and the credit of their
 * referrer. Hashes of the mailbox and domain stay, so that limits still apply.
 */
export async function eraseApplicantsOf(
  within: LeadDatabase,
  leadIds: readonly string[],
): Promise<void> {
  const rows = await within
    .updateTable('lead')
    .set({ referral_code: null })
    .where('id', 'in', leadIds)
    .returning('applicant_id')
    .execute()
  await eraseMessages(within, 'lead_id', leadIds)
  const ids = [...new Set(rows.flatMap(({ applicant_id }) => applicant_id ?? []))]
  if (ids.length === 0) return
  const kept = await within
    .selectFrom('lead')
    .select('applicant_id')
    .distinct()
    .where('applicant_id', 'in', ids)
    .where('state', '!=', 'erased')
    .execute()
  const erased = ids.filter((id) => !kept.some(({ applicant_id }) => applicant_id === id))
  if (erased.length > 0) await eraseApplicants(within, erased)
}

/** Erases the person with an email address, whose leads were erased before. */
export async function eraseApplicant(within: LeadDatabase, email: string): Promise<void> {
  const person = await within
    .selectFrom('lead_applicant')
    .select('id')
    .where('address', '=', addressOf(email))
    .executeTakeFirst()
  if (person) await eraseApplicants(within, [person.id])
}

async function eraseApplicants(within: LeadDatabase, ids: readonly string[]): Promise<void> {
  await within
    .updateTable('lead_applicant')
    .set({
      ...{ address: null, email: '', name: '', secret: '', code: null, listed: 0 },
      ...{ referrals: 0, credit_reason: null },
      // A given credit stays with its referrer, who would otherwise lose it. Others end.
      referred_by: sql<string | null>`case when credit = 'given' then referred_by end`,
      credit: sql<'denied'>`case when credit = 'withheld' then 'denied' else credit end`,
    })
    .where('id', 'in', ids)
    .execute()
  await eraseMessages(within, 'applicant_id', ids)
}

async function eraseMessages(
  within: LeadDatabase,
  column: 'lead_id' | 'applicant_id',
  ids: readonly string[],
): Promise<void> {
  await within
    .updateTable('lead_message')
    .set({
      ...{ recipient: '', data: '{}', sent: null, last_error: null },
      ...{ referral_code: null, network: null },
      ...{ state: 'erased', next_attempt_at: null, lease_owner: null, lease_until: null },
    })
    .where(column, 'in', ids)
    .execute()
}
