import type { Kysely } from 'kysely'
import type { LeadTables } from '../store/database/tables.ts'

/**
 * Erases the messages about leads that were just erased. People without other leads are erased too, with their
 * messages, links, and referral code. What they gave stays counted: their number on the list, and the credit of their
 * referrer.
 */
export async function eraseApplicantsOf(
  within: Kysely<LeadTables>,
  leadIds: readonly string[],
): Promise<void> {
  const rows = await within
    .updateTable('lead')
    .set({ referral_code: null, referral_network: null })
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
  if (erased.length === 0) return
  await within
    .updateTable('lead_applicant')
    .set({
      ...{ address: null, email: '', name: '', secret: '', code: null, listed: 0 },
      ...{ referrals: 0, referred_by: null, credit_reason: null },
    })
    .where('id', 'in', erased)
    .execute()
  await eraseMessages(within, 'applicant_id', erased)
}

async function eraseMessages(
  within: Kysely<LeadTables>,
  column: 'lead_id' | 'applicant_id',
  ids: readonly string[],
): Promise<void> {
  await within
    .updateTable('lead_message')
    .set({
      ...{ recipient: '', data: '{}', sent: null, last_error: null },
      ...{ state: 'erased', next_attempt_at: null, lease_owner: null, lease_until: null },
    })
    .where(column, 'in', ids)
    .execute()
}
