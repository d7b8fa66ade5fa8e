import type { Kysely } from 'kysely'
import { iso } from '../../clock.ts'
import type { LeadChange, LeadDetail } from '../../contract/contract.ts'
import type { Actor } from '../../contract/permissions.ts'
import type { LeadRow, LeadTables } from '../../store/database/tables.ts'
import { toIndex } from '../../store/lead-to-index.ts'
import { appendAudit } from '../audit/audit-log.ts'
import type { StaffContext } from '../context.ts'
import { readDetail } from '../detail.ts'

/** What can be set about a lead. */
export type NewValues = Pick<LeadChange, 'status' | 'owner'>

/** What a change starts from. */
export const changedColumns = [
  'id',
  'status',
  'owner',
  'revision',
  'contacted_at',
  'accepted_at',
] as const
type Before = Pick<LeadRow, (typeof changedColumns)[number]>

/** The result of a change: the lead, or the lead as somebody else has left it meanwhile. */
export type ChangeResult =
  | { outcome: 'changed' | 'conflict'; lead: LeadDetail }
  | { outcome: 'missing' }

/** Changes a lead as it was at a revision, unless somebody else has changed it since. */
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
    const detail = await setValues(within, before, values, at)
    if (detail === 'conflict' || detail === undefined) return detail ?? 'changed'
    await toIndex(within, [id])
    await appendAudit(within, [{ by, action: 'lead.changed', lead: id, detail }], at)
    return 'changed'
  })
  const lead = outcome === 'missing' ? undefined : await readDetail(context, id, by)
  return lead && outcome !== 'missing' ? { outcome, lead } : { outcome: 'missing' }
}

/** Sets new values on the revision that was read. Resolves to what changed, to undefined for nothing, or `conflict`. */
export async function setValues(
  within: Kysely<LeadTables>,
  before: Before,
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
      ...(status !== undefined && stampsOf(status, before, at)),
      revision: before.revision + 1,
    })
    .where('id', '=', before.id)
    .where('revision', '=', before.revision)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? 'conflict' : detail
}

/** Returns when somebody was first contacted and accepted, for the charts; setting the status back clears it. */
function stampsOf(status: NonNullable<NewValues['status']>, before: Before, at: string) {
  const contacted_at = before.contacted_at ?? at
  if (status === 'new') return { contacted_at: null, accepted_at: null }
  if (status === 'contacted') return { contacted_at, accepted_at: null }
  // Who was accepted was in contact, though nobody wrote that down.
  if (status === 'accepted') return { contacted_at, accepted_at: before.accepted_at ?? at }
  return { accepted_at: null }
}
