import { iso } from '../../clock.ts'
import type { LeadDetail } from '../../contract/lead.ts'
import type { LeadChange } from '../../contract/lead-changes.ts'
import type { Actor } from '../../contract/permissions.ts'
import type { LeadDatabase, LeadRow } from '../../store/database/tables.ts'
import { changeLeads } from '../../store/derived/change.ts'
import { appendAudit } from '../audit/audit-log.ts'
import type { StaffContext } from '../context.ts'
import { readDetail } from '../detail.ts'

/** The new values of a lead. */
export type NewValues = Pick<LeadChange, 'status' | 'owner'>

/** Columns that a change reads. */
export const changedColumns = [
  'id',
  'status',
  'owner',
  'revision',
  'contacted_at',
  'accepted_at',
] as const
type CurrentValues = Pick<LeadRow, (typeof changedColumns)[number]>

/** The result of a change. With `conflict`, `lead` is the lead after another user's change. */
export type ChangeResult =
  | { outcome: 'changed' | 'conflict'; lead: LeadDetail }
  | { outcome: 'missing' }

/** Changes a lead at a known revision, unless another user has changed it since. */
export async function changeLead(
  context: StaffContext,
  id: string,
  { revision, ...values }: LeadChange,
  by: Actor,
): Promise<ChangeResult> {
  const { inTransaction, clock } = context
  const outcome = await inTransaction(async (within) => {
    const before = await within
      .selectFrom('lead')
      .select(changedColumns)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!before) return 'missing'
    if (before.revision !== revision) return 'conflict'
    const at = iso(clock.wall())
    const detail = await changeLeads(within, [id], () => setValues(within, before, values, at))
    if (detail === 'conflict' || detail === undefined) return detail ?? 'changed'
    await appendAudit(within, [{ by, action: 'lead.changed', lead: id, detail }], at)
    return 'changed'
  })
  const lead = outcome === 'missing' ? undefined : await readDetail(context, id, by)
  return lead && outcome !== 'missing' ? { outcome, lead } : { outcome: 'missing' }
}

/** Sets new values on a known revision. Resolves to the changes, undefined if nothing changed, or `conflict`. */
export async function setValues(
  within: LeadDatabase,
  before: CurrentValues,
  { status, owner }: NewValues,
  at: string,
): Promise<Record<string, unknown> | 'conflict' | undefined> {
  const detail = {
    ...(status !== undefined &&
      status !== before.status && { status: { from: before.status, to: status } }),
    ...(owner !== undefined &&
      owner !== before.owner && { owner: { from: before.owner, to: owner } }),
  }
  if (Object.keys(detail).length === 0) return undefined
  const { numUpdatedRows } = await within
    .updateTable('lead')
    .set({
      ...(status !== undefined && { status }),
      ...(owner !== undefined && { owner }),
      ...(status !== undefined && statusTimes(status, before, at)),
      revision: before.revision + 1,
    })
    .where('id', '=', before.id)
    .where('revision', '=', before.revision)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? 'conflict' : detail
}

/**
 * Returns the times of the first contact and acceptance, for the charts. An earlier status clears the later times.
 */
function statusTimes(status: NonNullable<NewValues['status']>, before: CurrentValues, at: string) {
  const contacted_at = before.contacted_at ?? at
  if (status === 'new') return { contacted_at: null, accepted_at: null }
  if (status === 'contacted') return { contacted_at, accepted_at: null }
  // An accepted lead counts as contacted, even if staff did not set that status.
  if (status === 'accepted') return { contacted_at, accepted_at: before.accepted_at ?? at }
  return { accepted_at: null }
}
