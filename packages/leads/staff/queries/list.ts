import { sql } from 'kysely'
import type { LeadPage, LeadQuery, LeadSummary } from '../../contract/leads.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { bounced, type NameOf, summaryColumns, summaryOf } from '../summary.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { countLeads, findLeads } from './find-leads.ts'

/** Counting stops at this number. */
const maxCounted = 10_000

/** Number of matches up to which sorting them is faster than reading leads in order until enough of them match. */
const maxFew = 1_000

/**
 * Returns a page of leads.
 *
 * @throws CursorError when the cursor is invalid
 */
export async function listLeads(
  database: LeadDatabase,
  query: LeadQuery,
  nameOf: NameOf = () => undefined,
  maxSorted = maxFew,
): Promise<LeadPage> {
  const { sort, limit, after, ...filter } = query
  const cursor = after === undefined ? undefined : decodeCursor(sort, after)
  const { total, totalIsMore } = cursor ?? (await count())
  const part = { sort, after: cursor?.after, limit: limit + 1 }
  const found = total === 0 ? [] : await findLeads(database, filter, part, total <= maxSorted)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    leads: await summaries(
      database,
      shown.map(({ seq }) => seq),
      nameOf,
    ),
    next:
      last && found.length > limit ? encodeCursor(sort, { after: last, total, totalIsMore }) : null,
    total,
    totalIsMore,
  }

  async function count() {
    const all = await countLeads(database, filter, maxCounted + 1)
    return { total: Math.min(all, maxCounted), totalIsMore: all > maxCounted }
  }
}

/** Returns summaries of leads in the order of their numbers. */
async function summaries(
  database: LeadDatabase,
  seqs: readonly number[],
  nameOf: NameOf,
): Promise<LeadSummary[]> {
  if (seqs.length === 0) return []
  const notes = sql<number | string>`(select count(*) from lead_note where lead_id = lead.id)`
  const rows = await database
    .selectFrom('lead')
    .select([...summaryColumns, 'seq', bounced, notes.as('notes')])
    .where('seq', 'in', seqs)
    .execute()
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return seqs.flatMap((seq) => {
    const row = bySeq.get(seq)
    return row ? [summaryOf(row, Number(row.notes), nameOf)] : []
  })
}
