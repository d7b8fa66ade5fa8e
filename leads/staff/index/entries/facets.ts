import { originOf } from '../../../first-touch.ts'
import type { FormDescription } from '../../../form-description.ts'
import type { LeadRow } from '../../../store/database/tables.ts'
import { deliveryBucket } from './delivery-time.ts'
import { type Topics, topicsOf } from './topics.ts'

/** What a lead is filtered and counted by, besides its words. */
export interface Facets extends Topics {
  source: string
  /** Empty where it came by none. */
  campaign: string
  /** As it is written, however it was entered; empty where it was not asked for. */
  city: string
  /** Which of the charts' times it took to deliver; empty where it was not delivered. */
  took: string
}

/** What is read of a lead to find, to list and to count it. */
export type IndexedRow = Pick<
  LeadRow,
  | 'id'
  | 'form'
  | 'payload'
  | 'spam'
  | 'state'
  | 'status'
  | 'owner'
  | 'created_at'
  | 'delivered_at'
  | 'contacted_at'
  | 'accepted_at'
  | 'first_touch'
>

/** Reads the facets of a lead from its row and from what was submitted. */
export function facetsOf(
  row: IndexedRow,
  payload: Readonly<Record<string, unknown>>,
  forms: readonly FormDescription[],
): Facets {
  const { source, campaign } = originOf(row.first_touch)
  return {
    ...topicsOf(payload, forms),
    source,
    campaign,
    city: spelledCity(forms.map(({ counted }) => payload[counted?.city ?? '']).find(isText)),
    took: deliveryBucket(row.created_at, row.delivered_at),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** 'dearborn ,mi' and 'Dearborn, MI' are one city. */
function spelledCity(entered = ''): string {
  const parts = entered.normalize('NFKC').split(',')
  return parts.map(spelled).filter(Boolean).join(', ').slice(0, longestCity)
}

const longestCity = 80

function spelled(part: string): string {
  const words = part.trim().toLowerCase().split(/\s+/)
  if (words.length === 1 && words[0]?.length === 2) return words[0].toUpperCase()
  return words.map((word) => word.replace(/^\p{L}/u, (letter) => letter.toUpperCase())).join(' ')
}
