import type { LeadFilter } from '../contract/contract.ts'
import { TooManyLeadsError } from '../errors.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { slicesOf } from '../store/pages.ts'
import { findLeads } from './queries/find-leads.ts'

/** Number of leads in one query. */
const pageSize = 1_000

/**
 * Returns the ids of all leads that match a filter, oldest first.
 *
 * @throws TooManyLeadsError with the text `tooMany` when more than `max` leads match
 */
export async function findIds(
  database: LeadDatabase,
  filter: LeadFilter,
  max: number,
  tooMany: string,
): Promise<string[]> {
  const found = await findLeads(database, filter, { sort: 'oldest', limit: max + 1 })
  if (found.length > max) throw new TooManyLeadsError(tooMany)
  const ids: string[] = []
  for (const some of slicesOf(found, pageSize)) {
    const seqs = some.map(({ seq }) => seq)
    const rows = database.selectFrom('lead').select('id').where('seq', 'in', seqs)
    ids.push(...(await rows.orderBy('created_at').orderBy('seq').execute()).map(({ id }) => id))
  }
  return ids
}
