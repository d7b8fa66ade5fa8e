import type { Kysely } from 'kysely'
import { comparable } from '../../lead.ts'
import type { LeadTables } from '../../store/database/tables.ts'

/** Removes saved views that search for an address, or are called by it, and exports asked for by it. */
export async function removeSearchesFor(within: Kysely<LeadTables>, email: string): Promise<void> {
  const address = String(comparable('email', email))
  // As an address by itself, and as a part of more words.
  const isNamed = (texts: string[]) =>
    texts
      .flatMap((text) => [comparable('email', text), comparable('', text)])
      .some((text) => String(text).toLowerCase().includes(address))

  const views = await within.selectFrom('lead_saved_view').select(['id', 'name', 'query']).execute()
  const ids = views
    .filter(({ name, query }) => isNamed([name, query, ...new URLSearchParams(query).values()]))
    .map(({ id }) => id)
  if (ids.length > 0) await within.deleteFrom('lead_saved_view').where('id', 'in', ids).execute()

  const tickets = await within.selectFrom('lead_export_ticket').select(['hash', 'filter']).execute()
  const hashes = tickets
    .filter(({ filter }) => isNamed(Object.values(JSON.parse(filter)).map(String)))
    .map(({ hash }) => hash)
  if (hashes.length > 0) {
    await within.deleteFrom('lead_export_ticket').where('hash', 'in', hashes).execute()
  }
}
