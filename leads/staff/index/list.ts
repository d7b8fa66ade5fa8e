import type { LeadPage, LeadQuery } from '../../contract/contract.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { searchOf } from './entries/terms.ts'
import type { IndexDatabase, Place } from './index-database.ts'

/** Counting stops at so many. */
const mostCounted = 10_000

/** A page of leads. @throws CursorError where `after` is none */
export async function listLeads(index: IndexDatabase, query: LeadQuery): Promise<LeadPage> {
  const { sort, limit } = query
  const wanted = { search: searchOf(query), from: inUtc(query.from), to: inUtc(query.to) }
  const cursor = query.after === undefined ? undefined : decodeCursor(sort, query.after)
  const part = { after: cursor?.after, limit: limit + 1 }
  const places =
    sort === 'newest' || sort === 'oldest'
      ? await index.finder.inOrder(wanted, sort, part)
      : await index.finder.sorted(wanted, sort, part)
  const { total, totalIsMore } = cursor ?? (await counted())
  const shown = places.slice(0, limit)
  const last = shown.at(-1)
  return {
    leads: await index.summaries(shown.map(({ seq }) => seq)),
    next: last && places.length > limit ? next(last) : null,
    total,
    totalIsMore,
    unindexed: await index.unindexed(),
  }

  async function counted() {
    // All of them are here already.
    if (places.length <= limit) return { total: places.length, totalIsMore: false }
    const found = await index.finder.count(wanted, mostCounted + 1)
    return { total: Math.min(found, mostCounted), totalIsMore: found > mostCounted }
  }

  function next(after: Place): string {
    return encodeCursor(sort, { after, total, totalIsMore })
  }
}

/** As `created_at` has it, with which it is compared as text. */
export const inUtc = (instant: string | undefined) => instant && new Date(instant).toISOString()
