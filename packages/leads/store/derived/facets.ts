import type { LeadRow } from '../database/tables.ts'
import type { Topics } from './topics.ts'

/** Columns of a lead that charts count it by. */
export const countedColumns = [
  ...(['form', 'spam', 'created_at', 'delivered_at', 'status', 'contacted_at'] as const),
  ...(['accepted_at', 'city', 'source', 'campaign', 'topics', 'language'] as const),
]
/** A lead as charts count it. */
export type CountedRow = Pick<LeadRow, (typeof countedColumns)[number]>

/** Facets that leads are counted by, in addition to form and time. */
export const facetNames = [
  ...(['form', 'interest', 'service', 'businessType', 'city', 'source', 'campaign'] as const),
  ...(['language', 'status', 'took', 'contacted', 'accepted'] as const),
]

/**
 * Returns the values that charts count a lead by. Erased leads stay counted by values that do not identify the person.
 * Otherwise metrics of past months would shrink with each erasure.
 */
export function facetsOf(row: CountedRow): [facet: (typeof facetNames)[number], value: string][] {
  const { interests, services, businessTypes } = JSON.parse(row.topics) as Partial<Topics>
  const isAccepted = row.accepted_at !== null || row.status === 'accepted'
  const isContacted = row.contacted_at !== null || row.status === 'contacted' || isAccepted
  const each = <Facet>(facet: Facet, values: readonly string[] = []) =>
    values.map((value): [Facet, string] => [facet, value])
  return [
    ['form', ''],
    ...each('interest' as const, interests),
    ...each('service' as const, services),
    ...each('businessType' as const, businessTypes),
    ...each('city' as const, row.city ? [row.city] : []),
    ...each('source' as const, row.source ? [row.source] : []),
    ['campaign', row.campaign],
    ['language', row.language],
    ['status', row.status],
    ...each('took' as const, row.delivered_at ? [deliveryBucket(row, row.delivered_at)] : []),
    ...each('contacted' as const, isContacted ? [row.campaign] : []),
    ...each('accepted' as const, isAccepted ? [row.campaign] : []),
  ]
}

/** Buckets of the charts for the time from a lead's arrival to its delivery, as upper limits in seconds. */
export const deliveryTimes = [1, 10, 60, 600, 3_600, 86_400] as const

/** Returns the smallest bucket that fits, or `more` if none does. */
function deliveryBucket({ created_at }: CountedRow, deliveredAt: string): string {
  const seconds = (Date.parse(deliveredAt) - Date.parse(created_at)) / 1000
  return String(deliveryTimes.find((time) => seconds <= time) ?? 'more')
}
