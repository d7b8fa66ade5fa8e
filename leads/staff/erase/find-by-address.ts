import type { StaffContext } from '../context.ts'
import type { LeadIndex } from '../index/lead-index.ts'
import { spellingsOf } from './address-pattern.ts'
import { onlyFrom, searchUnindexed, unindexedIds } from './leads-of-address.ts'

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
  for await (const ids of searchWords(list, email)) {
    for (const id of await onlyFrom(database, ids, email)) found.add(id)
  }
  for (const id of await searchUnindexed(database, email)) found.add(id)
  return [...found].sort()
}

/** Yields pages of ids of the leads that may mention an address, in a field or a note; one may come twice. */
export async function* mayMention(
  { database }: Pick<StaffContext, 'database'>,
  list: LeadIndex['list'],
  email: string,
): AsyncGenerator<string[]> {
  // First and last, as above.
  yield* unindexedIds(database)
  // Without its sign an address is not searched as forms store it.
  const words = spellingsOf(email).map((spelling) => spelling.replaceAll('@', ' '))
  for (const spelling of words) yield* searchWords(list, spelling)
  yield* unindexedIds(database)
}

async function* searchWords(list: LeadIndex['list'], email: string): AsyncGenerator<string[]> {
  for (const spam of [false, true]) {
    let after: string | undefined
    do {
      // The address' words find more than the address. Its parts were no one word in a former index.
      const q = email.replace(/['`]/g, ' ')
      const { leads, next } = await list({ q, spam, sort: 'oldest', limit: page, after })
      yield leads.map((lead) => lead.id)
      after = next ?? undefined
    } while (after !== undefined)
  }
}
