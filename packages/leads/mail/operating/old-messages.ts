import { iso } from '../../clock.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'

/** Age at which messages are deleted that are not kept with a lead, in milliseconds: 90 days. */
const keptMs = 90 * 86_400_000

/** Deletes old messages to staff, and old ones that were never sent. Others are kept as long as their lead. */
export async function deleteOldMessages(within: LeadDatabase, now: number): Promise<void> {
  const before = iso(now - keptMs)
  for (const isStaffs of [true, false]) {
    const old = within.deleteFrom('lead_message').where('created_at', '<', before)
    await (isStaffs
      ? old.where('applicant_id', 'is', null)
      : old.where('state', '=', 'suppressed')
    ).execute()
  }
}
