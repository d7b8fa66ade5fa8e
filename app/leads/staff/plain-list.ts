import type { StaffContext } from './context.ts'
import { type LeadPage, type LeadQuery, nobody } from './contract.ts'
import { summaryColumns, summaryOf } from './summary.ts'

/** Lists leads without an index: reads them all. */
export async function plainList(
  { database, nameOf }: StaffContext,
  { sort, after, limit, ...filter }: LeadQuery,
): Promise<LeadPage> {
  const rows = await database
    .selectFrom('lead')
    .select(summaryColumns)
    .where('spam', '=', filter.spam ? 1 : 0)
    .orderBy('id', sort === 'oldest' ? 'asc' : 'desc')
    .execute()
  const notes = await database
    .selectFrom('lead_note')
    .select(({ fn }) => ['lead_id', fn.countAll().as('notes')])
    .groupBy('lead_id')
    .execute()
  const counts = new Map(notes.map((row) => [row.lead_id, Number(row.notes)]))
  const words = (filter.q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const any = (values: readonly string[] | undefined, ...given: string[]) =>
    values === undefined || given.some((value) => values.includes(value))
  const found = rows
    .map((row) => ({ row, lead: summaryOf(row, counts.get(row.id) ?? 0, nameOf) }))
    .filter(
      ({ row, lead }) =>
        any(filter.form, lead.form) &&
        any(filter.status, lead.status) &&
        any(filter.delivery, lead.delivery) &&
        any(filter.source, lead.source) &&
        any(filter.campaign, lead.campaign) &&
        any(filter.owner, lead.owner?.id ?? nobody) &&
        (filter.topic ?? ['']).some((topic) => row.payload.includes(topic)) &&
        words.every((word) => row.payload.toLowerCase().includes(word)) &&
        (filter.from === undefined || Date.parse(lead.createdAt) >= Date.parse(filter.from)) &&
        (filter.to === undefined || Date.parse(lead.createdAt) < Date.parse(filter.to)),
    )
    .map(({ lead }) => lead)
  if (sort === 'name' || sort === 'email') {
    found.sort((one, other) => one[sort].localeCompare(other[sort]))
  }
  const start = Number(after ?? 0) || 0
  const end = start + limit
  return {
    leads: found.slice(start, end),
    next: end < found.length ? String(end) : null,
    total: found.length,
    totalIsMore: false,
    unindexed: 0,
  }
}
