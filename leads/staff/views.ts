import { iso } from '../clock.ts'
import type { SavedView } from '../contract/contract.ts'
import type { Actor } from '../contract/permissions.ts'
import { TooManyViewsError } from '../errors.ts'
import { leadId } from '../lead.ts'
import { storable } from '../store/storable.ts'
import { appendAudit } from './audit/audit-log.ts'
import type { StaffContext } from './context.ts'

/** Maximum number of saved views per person. */
const maxViews = 200

/** Returns a person's own views and shared ones, by name. */
export async function readViews({ database }: StaffContext, of: Actor): Promise<SavedView[]> {
  const rows = await database
    .selectFrom('lead_saved_view')
    .selectAll()
    .where((row) => row.or([row('owner', '=', of.id), row('shared', '=', 1)]))
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ owner, owner_name, shared, ...view }) => ({
    ...view,
    shared: shared === 1,
    owner: { id: owner, name: owner_name },
  }))
}

/**
 * Saves a view. Replaces the person's view with the same name.
 *
 * @throws TooManyViewsError when the person has too many views
 */
export async function saveView(
  { inTransaction, clock }: StaffContext,
  { name, query, shared }: Pick<SavedView, 'name' | 'query' | 'shared'>,
  by: Actor,
): Promise<SavedView> {
  const row = {
    id: leadId(clock.monotonic()),
    owner: storable(by.id),
    owner_name: storable(by.name),
    name: storable(name),
    query: storable(query),
    shared: shared ? 1 : 0,
  }
  const isSaved = await inTransaction(async (within) => {
    await within
      .deleteFrom('lead_saved_view')
      .where('owner', '=', row.owner)
      .where('name', '=', row.name)
      .execute()
    const { views } = await within
      .selectFrom('lead_saved_view')
      .select(({ fn }) => fn.countAll().as('views'))
      .where('owner', '=', row.owner)
      .executeTakeFirstOrThrow()
    if (Number(views) >= maxViews) return false
    await within.insertInto('lead_saved_view').values(row).execute()
    // Records neither the name nor the query, because they may contain a visitor's name.
    const detail = { view: row.id, shared }
    await appendAudit(within, [{ by, action: 'view.saved', detail }], iso(clock.wall()))
    return true
  })
  if (!isSaved)
    throw new TooManyViewsError(`You already have ${maxViews} saved views. Delete one first`)
  const { owner: person, owner_name, ...view } = row
  return { ...view, shared, owner: { id: person, name: owner_name } }
}

/** Deletes a person's own view, or a shared view of a former staff member. Resolves to whether it existed. */
export function removeView(
  { inTransaction, clock, isStaffMember: worksHere }: StaffContext,
  id: string,
  by: Actor,
): Promise<boolean> {
  return inTransaction(async (within) => {
    const view = await within
      .selectFrom('lead_saved_view')
      .select(['owner', 'shared'])
      .where('id', '=', id)
      .executeTakeFirst()
    const isTheirs = view?.owner === by.id
    if (!view || !(isTheirs || (view.shared === 1 && !worksHere(view.owner)))) return false
    await within.deleteFrom('lead_saved_view').where('id', '=', id).execute()
    const event = { by, action: 'view.removed', detail: { view: id } }
    await appendAudit(within, [event], iso(clock.wall()))
    return true
  })
}
