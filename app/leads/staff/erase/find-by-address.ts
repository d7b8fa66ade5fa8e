import type { StaffContext } from '../context.ts'
import type { LeadIndex } from '../index/lead-index.ts'
import { onlyFrom, searchUnindexed } from './leads-of-address.ts'

/** So many are asked for at once. */
const page = 200

/** All leads from an address, in every form, spam too; the ids, the oldest first. */
export async function findByAddress(
  { database }: Pick<StaffContext, 'database'>,
  list: LeadIndex['list'],
  email: string,
): Promise<string[]> {
  // First: what is indexed in between is found by the index then. And last: the index may be begun anew in between.
  const found = new Set(await searchUnindexed(database, email))
  for (const spam of [false, true]) {
    let after: string | undefined
    do {
      // The address' words find more than the address. Its parts were no one word in a former index.
      const q = email.replace(/['`]/g, ' ')
      const { leads, next } = await list({ q, spam, sort: 'oldest', limit: page, after })
      for (const id of await onlyFrom(
        database,
        leads.map((lead) => lead.id),
        email,
      )) {
        found.add(id)
      }
      after = next ?? undefined
    } while (after !== undefined)
  }
  for (const id of await searchUnindexed(database, email)) found.add(id)
  return [...found].sort()
}
