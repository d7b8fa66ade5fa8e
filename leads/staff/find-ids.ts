import type { LeadFilter } from '../contract/contract.ts'
import { TooManyLeadsError } from '../errors.ts'
import type { LeadIndex } from './index/lead-index.ts'

/**
 * Returns the ids of all leads that match a filter, oldest first.
 *
 * @throws TooManyLeadsError with the text `tooMany` when more than `max` leads match
 */
export async function findIds(
  list: LeadIndex['list'],
  filter: LeadFilter,
  max: number,
  tooMany: string,
): Promise<string[]> {
  const ids: string[] = []
  let after: string | undefined
  do {
    const { leads, next, total } = await list({ ...filter, sort: 'oldest', limit: 200, after })
    ids.push(...leads.map(({ id }) => id))
    if (total > max || ids.length > max) throw new TooManyLeadsError(tooMany)
    after = next ?? undefined
  } while (after !== undefined)
  return ids
}
