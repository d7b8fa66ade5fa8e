import { sql } from 'kysely'
import type { LeadPage, LeadQuery, LeadSummary } from '../../contract/contract.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { bounced, summaryColumns, summaryOf } from '../summary.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { searchOf } from './entries/terms.ts'
import { Finder, type Position } from './finder.ts'
import type { IndexDatabase } from './index-database.ts'

/** Counting stops at this number. */
const maxCounted = 10_000

/**
 * Returns a page of leads.
 *
 * @throws CursorError when the cursor is invalid
 */
export async function listLeads(
  { database }: Pick<IndexDatabase, 'database'>,
  query: LeadQuery,
): Promise<LeadPage> {
  const { sort, limit } = query
  const finder = new Finder(database)
  const criteria = { search: searchOf(query), from: inUtc(query.from), to: inUtc(query.to) }
  const cursor = query.after === undefined ? undefined : decodeCursor(sort, query.after)
  const part = { after: cursor?.after, limit: limit + 1 }
  const found =
    sort === 'newest' || sort === 'oldest'
      ? await finder.inOrder(criteria, sort, part)
      : await finder.sorted(criteria, sort, part)
  const { total, totalIsMore } = cursor ?? (await counted())
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const waiting = database
    .selectFrom('lead_to_index')
    .select(({ fn }) => fn.countAll<number>().as('leads'))
  return {
    leads: await summaries(database, shown),
    next: last && found.length > limit ? next(last) : null,
    total,
    totalIsMore,
    unindexed: (await waiting.executeTakeFirstOrThrow()).leads,
  }

  async function counted() {
    // The first page contains all matches.
    if (found.length <= limit) return { total: found.length, totalIsMore: false }
    const all = await finder.count(criteria, maxCounted + 1)
    return { total: Math.min(all, maxCounted), totalIsMore: all > maxCounted }
  }

  function next(after: Position): string {
    return encodeCursor(sort, { after, total, totalIsMore })
  }
}

/** Returns summaries of leads in the order of their positions. Omits leads that do not exist any more. */
async function summaries(
  database: LeadDatabase,
  positions: readonly Position[],
): Promise<LeadSummary[]> {
  if (positions.length === 0) return []
  const seqs = positions.map(({ seq }) => seq)
  const rows = await database
    .selectFrom('lead_entry')
    .innerJoin('lead', 'lead.id', 'lead_entry.lead_id')
    .select(summaryColumns.map((name) => `lead.${name}` as const))
    .select([
      'lead_entry.seq',
      bounced,
      sql<number>`(select count(*) from lead_note where lead_id = lead.id)`.as('notes'),
    ])
    .where('lead_entry.seq', 'in', seqs)
    .execute()
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return seqs.flatMap((seq) => {
    const row = bySeq.get(seq)
    return row ? [summaryOf(row, row.notes, () => undefined)] : []
  })
}

/** Converts a time to the format of `created_at`, for comparison as text. */
export const inUtc = (instant: string | undefined) => instant && new Date(instant).toISOString()
