import { iso } from '../../clock.ts'
import type { BulkChange } from '../../contract/lead-changes.ts'
import type { LeadFilter } from '../../contract/leads.ts'
import type { Actor } from '../../contract/permissions.ts'
import { TooManyLeadsError } from '../../errors.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { changeLeads } from '../../store/derived/change.ts'
import { inPages, slicesOf } from '../../store/pages.ts'
import { type AuditEvent, appendAudit, recordEvent } from '../audit/audit-log.ts'
import { describeFilter } from '../audit/read-audit.ts'
import type { StaffContext } from '../context.ts'
import { findLeads } from '../queries/find-leads.ts'
import { changedColumns, setValues } from './change.ts'
import { makeDue } from './replay.ts'

/** Maximum number of leads that one request changes, which takes a few seconds. */
const maxLeads = 10_000
/** Number of leads in one query. */
const pageSize = 1_000

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
  const chosen = ids ? [...new Set(ids)] : await findIds(context.database, filter ?? {})
  const results = await inPages(context.inTransaction, chosen, (within, page) =>
    changeLeads(within, page, () => changeSome(within, page, change, by, context.clock)),
  )
  const changed = results.length
  const detail = { leads: changed, ...(filter && describeFilter(filter, context.forms)) }
  await recordEvent(context, { by, action: 'leads.changed', detail })
  return { changed }
}

/** Returns the ids of all leads that match a filter, oldest first. */
async function findIds(database: LeadDatabase, filter: LeadFilter): Promise<string[]> {
  const found = await findLeads(database, filter, { sort: 'oldest', limit: maxLeads + 1 })
  if (found.length > maxLeads) {
    throw new TooManyLeadsError(`At most ${maxLeads} leads can be changed at once. Choose fewer`)
  }
  const ids: string[] = []
  for (const some of slicesOf(found, pageSize)) {
    const seqs = some.map(({ seq }) => seq)
    const rows = database.selectFrom('lead').select('id').where('seq', 'in', seqs)
    ids.push(...(await rows.orderBy('created_at').orderBy('seq').execute()).map(({ id }) => id))
  }
  return ids
}

async function changeSome(
  within: LeadDatabase,
  ids: readonly string[],
  { status, owner, replay }: BulkChange,
  by: Actor,
  clock: StaffContext['clock'],
): Promise<string[]> {
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
  return [...touched]
}
