import type { Kysely } from 'kysely'
import type { LeadTables } from '../../store/database/tables.ts'
import { addressPattern } from './address-pattern.ts'

/** Removes saved views that search for an address, or are called by it, and exports asked for by it. */
export async function removeSearchesFor(within: Kysely<LeadTables>, email: string): Promise<void> {
  const pattern = addressPattern(email)
  const ids = (await viewsWith(within, pattern)).map(({ id }) => id)
  if (ids.length > 0) await within.deleteFrom('lead_saved_view').where('id', 'in', ids).execute()

  const tickets = await within.selectFrom('lead_export_ticket').select(['hash', 'filter']).execute()
  const hashes = tickets
    .filter(({ filter }) =>
      Object.values(JSON.parse(filter)).some((value) => String(value).search(pattern) >= 0),
    )
    .map(({ hash }) => hash)
  if (hashes.length > 0) {
    await within.deleteFrom('lead_export_ticket').where('hash', 'in', hashes).execute()
  }
}

/** Returns the saved views that search for an address, or are called by it. */
export async function viewsWith(
  database: Kysely<LeadTables>,
  pattern: RegExp,
): Promise<{ id: string; name: string; query: string }[]> {
  const views = await database
    .selectFrom('lead_saved_view')
    .select(['id', 'name', 'query'])
    .orderBy('id')
    .execute()
  return views.filter(({ name, query }) =>
    [name, query, ...new URLSearchParams(query).values()].some((text) => text.search(pattern) >= 0),
  )
}
