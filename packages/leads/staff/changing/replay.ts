import { iso } from '../../clock.ts'
import type { LeadDetail } from '../../contract/lead.ts'
import type { Actor } from '../../contract/permissions.ts'
import type { LeadState } from '../../lead.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { changeLeads } from '../../store/derived/change.ts'
import { appendAudit } from '../audit/audit-log.ts'
import type { StaffContext } from '../context.ts'
import { readDetail } from '../detail.ts'

/** States of undelivered leads. */
const undelivered: readonly LeadState[] = ['pending', 'exhausted']

/** Makes a lead due for delivery immediately. Resolves to undefined if there is nothing to deliver. */
export async function replayLead(
  context: StaffContext,
  id: string,
  by: Actor,
): Promise<LeadDetail | undefined> {
  const { inTransaction, clock } = context
  const isDue = await inTransaction(async (within) => {
    const [lead] = await makeDue(within, [id], iso(clock.monotonic()))
    if (lead === undefined) return false
    await appendAudit(within, [{ by, action: 'lead.replayed', lead: id }], iso(clock.wall()))
    return true
  })
  return isDue ? readDetail(context, id, by) : undefined
}

/** Makes undelivered leads due, optionally only those in some states, and resolves to their ids. */
export async function makeDue(
  within: LeadDatabase,
  ids: readonly string[],
  now: string,
  states: readonly LeadState[] = undelivered,
): Promise<string[]> {
  const due = within
    .updateTable('lead')
    .set(({ eb, ref }) => ({
      attempts: eb.case().when('state', '=', 'exhausted').then(0).else(ref('attempts')).end(),
      state: 'pending',
      next_attempt_at: now,
    }))
    .where('state', 'in', states)
    .where('id', 'in', ids)
    .returning('id')
  return (await changeLeads(within, ids, () => due.execute())).map(({ id }) => id)
}
