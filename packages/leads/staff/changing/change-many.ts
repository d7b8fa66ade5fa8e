import { iso } from '../../clock.ts'
import type { BulkChange } from '../../contract/contract.ts'
import type { Actor } from '../../contract/permissions.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { changeLeads } from '../../store/derived/change.ts'
import { type AuditEvent, appendAudit, recordEvent } from '../audit/audit-log.ts'
import { describeFilter } from '../audit/read-audit.ts'
import type { StaffContext } from '../context.ts'
import { pagesOf } from '../erase/empty-leads.ts'
import { findIds } from '../find-ids.ts'
import { changedColumns, setValues } from './change.ts'
import { makeDue } from './replay.ts'

/** Maximum number of leads that one request changes, which takes a few seconds. */
const maxLeads = 10_000
const tooMany = `At most ${maxLeads} leads can be changed at once. Choose fewer`

/**
 * Changes the given leads, or all leads that match a filter at the start, without a check of their revision.
 *
 * @throws TooManyLeadsError before anything is changed
 */
export async function changeMany(
  context: StaffContext,
  change: BulkChange,
  by: Actor,
): Promise<{ changed: number }> {
  const { ids, filter } = change
  const chosen = ids
    ? [...new Set(ids)]
    : await findIds(context.database, filter ?? {}, maxLeads, tooMany)
  let changed = 0
  for await (const some of pagesOf(chosen)) {
    changed += await context.inTransaction((within) =>
      changeLeads(within, some, () => changeSome(within, some, change, by, context.clock)),
    )
  }
  const detail = { leads: changed, ...(filter && describeFilter(filter, context.forms)) }
  await recordEvent(context, { by, action: 'leads.changed', detail })
  return { changed }
}

async function changeSome(
  within: LeadDatabase,
  ids: readonly string[],
  { status, owner, replay }: BulkChange,
  by: Actor,
  clock: StaffContext['clock'],
): Promise<number> {
  const at = iso(clock.wall())
  const leads = await within
    .selectFrom('lead')
    .select(changedColumns)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const touched = new Set<string>()
  const events: AuditEvent[] = []
  for (const before of leads) {
    const detail = await setValues(within, before, { status, owner }, at)
    if (detail === undefined || detail === 'conflict') continue
    touched.add(before.id)
    events.push({ by, action: 'lead.changed', lead: before.id, detail })
  }
  for (const id of replay ? await makeDue(within, ids, iso(clock.monotonic())) : []) {
    touched.add(id)
    events.push({ by, action: 'lead.replayed', lead: id })
  }
  await appendAudit(within, events, at)
  return touched.size
}
