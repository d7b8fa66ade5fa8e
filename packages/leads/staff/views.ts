import { iso } from '../clock.ts'
import type { Actor } from '../contract/permissions.ts'
import type { SavedView } from '../contract/staff.ts'
import { TooManyViewsError } from '../errors.ts'
import { leadId } from '../lead.ts'
import { storable } from '../store/storable.ts'
import { appendAudit } from './audit/audit-log.ts'
import type { StaffContext } from './context.ts'

/** Maximum number of saved views per person. */
const maxViews = 200

/** Returns a person's saved views, by name. */
export function readViews({ database }: StaffContext, of: Actor): Promise<SavedView[]> {
  return database
    .selectFrom('lead_saved_view')
    .select(['id', 'name', 'query'])
    .where('owner', '=', of.id)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/**
 * Saves a view. Replaces the person's view with the same name.
 *
 * @throws TooManyViewsError when the person has too many views
 */
export async function saveView(
  { inTransaction, clock }: StaffContext,
  { name, query }: Pick<SavedView, 'name' | 'query'>,
  by: Actor,
): Promise<SavedView> {
  const row = {
    id: leadId(clock.monotonic()),
    owner: storable(by.id),
    name: storable(name),
    query: storable(query),
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
    const detail = { view: row.id }
    await appendAudit(within, [{ by, action: 'view.saved', detail }], iso(clock.wall()))
    return true
  })
  if (!isSaved)
    throw new TooManyViewsError(`You already have ${maxViews} saved views. Delete one first`)
  return { id: row.id, name: row.name, query: row.query }
}

/** Deletes a person's saved view. Resolves to whether it existed. */
export function removeView(
  { inTransaction, clock }: StaffContext,
  id: string,
  by: Actor,
): Promise<boolean> {
  return inTransaction(async (within) => {
    const { numDeletedRows } = await within
      .deleteFrom('lead_saved_view')
      .where('id', '=', id)
      .where('owner', '=', by.id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return false
    const event = { by, action: 'view.removed', detail: { view: id } }
    await appendAudit(within, [event], iso(clock.wall()))
    return true
  })
}
