import { iso } from '../../clock.ts'
import type { LeadDetail } from '../../contract/lead.ts'
import type { Actor } from '../../contract/permissions.ts'
import { leadId } from '../../lead.ts'
import { changeLeads, deriveAgain } from '../../store/derived/change.ts'
import { storable } from '../../store/storable.ts'
import { appendAudit } from '../audit/audit-log.ts'
import type { StaffContext } from '../context.ts'
import { readDetail } from '../detail.ts'

/** Adds a note to a lead and returns the lead. Resolves to undefined if the lead does not exist or is erased. */
export async function addNote(
  context: StaffContext,
  lead: string,
  text: string,
  by: Actor,
): Promise<LeadDetail | undefined> {
  const { inTransaction, clock, forms } = context
  const id = leadId(clock.monotonic())
  const isAdded = await inTransaction(async (within) => {
    const at = iso(clock.wall())
    // Changes no value. On PostgreSQL, this statement waits for a concurrent erasure.
    const { numUpdatedRows } = await within
      .updateTable('lead')
      .set(({ ref }) => ({ revision: ref('revision') }))
      .where('id', '=', lead)
      .where('state', '!=', 'erased')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await within
      .insertInto('lead_note')
      .values({
        id,
        lead_id: lead,
        author: storable(by.id),
        author_name: storable(by.name),
        text: storable(text),
        created_at: at,
      })
      .execute()
    await changeLeads(within, [lead], () => deriveAgain(within, [lead], forms))
    await appendAudit(within, [{ by, action: 'lead.noted', lead, detail: { note: id } }], at)
    return true
  })
  return isAdded ? readDetail(context, lead, by) : undefined
}
