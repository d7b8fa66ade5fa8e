import type { Kysely } from 'kysely'
import { comparable } from '../../lead.ts'
import type { LeadTables } from '../../store/database/tables.ts'

/** Removes saved views that search for an address, or are called by it. */
export async function removeViewsNaming(within: Kysely<LeadTables>, email: string): Promise<void> {
  const views = await within.selectFrom('lead_saved_view').select(['id', 'name', 'query']).execute()
  const address = String(comparable('email', email))
  const naming = views.filter(({ name, query }) => {
    const searches = [...new URLSearchParams(query).values()]
    return [name, query, ...searches].some((text) =>
      String(comparable('email', text)).includes(address),
    )
  })
  if (naming.length === 0) return
  const ids = naming.map(({ id }) => id)
  await within.deleteFrom('lead_saved_view').where('id', 'in', ids).execute()
}
