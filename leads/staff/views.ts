import { iso } from '../clock.ts'
import type { SavedView } from '../contract/contract.ts'
import type { Actor } from '../contract/permissions.ts'
import { TooManyViewsError } from '../errors.ts'
import { leadId } from '../lead.ts'
import { storable } from '../store/storable.ts'
import { appendAudit } from './audit/audit-log.ts'
import type { StaffContext } from './context.ts'

/** The maximum number of views that a person keeps. */
const maxViews = 200

/** A person's own views and those that are shared, by name. */
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

/** Saves a view; one of the person under this name is replaced. @throws TooManyViewsError */
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
    // Neither its name nor what it searches for: they may name a visitor.
    const detail = { view: row.id, shared }
    await appendAudit(within, [{ by, action: 'view.saved', detail }], iso(clock.wall()))
    return true
  })
  if (!isSaved) throw new TooManyViewsError(`There are ${maxViews} views already`)
  const { owner: person, owner_name, ...view } = row
  return { ...view, shared, owner: { id: person, name: owner_name } }
}

/** Removes a person's own view, or a shared one of somebody who has left. Resolves to whether there was one. */
export function removeView(
  { inTransaction, clock, worksHere }: StaffContext,
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
