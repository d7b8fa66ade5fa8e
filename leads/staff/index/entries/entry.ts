import { originOf } from '../../../first-touch.ts'
import type { FormDescription } from '../../../form-description.ts'
import { jsonRecord } from '../../../json-record.ts'
import { nameIn } from '../../../lead.ts'
import { fold } from './fold.ts'
import type { IndexedRow } from './indexed-row.ts'
import { type Term, termsOf } from './terms.ts'
import { topicsOf } from './topics.ts'
import { wordsOf } from './words.ts'

/**
 * Version of the entries that `entryOf` returns. Increase it with each change to them, so that every index is
 * rebuilt.
 */
export const entryFormat = 7

/** A lead's entry in the index. */
export interface Entry {
  lead_id: string
  created_at: string
  /** The name in folded form, for sorting. */
  name: string
  email: string
  /** JSON of `FacetValues`. */
  facets: string
  terms: Term[]
}

/**
 * The values that charts count a lead by: its day and form, then alternating facets and values. Empty for spam.
 * Erased leads stay counted by values that do not identify the person. Otherwise metrics of past months would shrink
 * with each erasure.
 */
export type FacetValues = readonly string[]

/** Maximum length of names, addresses, and campaigns. Longer ones are truncated. */
const maxTextLength = 100
const maxCityLength = 80

/** Returns a lead's entry. The words of its notes are indexed like those of its fields. */
export function entryOf(
  row: IndexedRow,
  notes: readonly string[],
  forms: readonly FormDescription[],
): Entry {
  const payload = jsonRecord(row.payload)
  const sorted = (text: unknown) => fold(String(text)).trim().slice(0, maxTextLength)
  const { interests, services, businessTypes } = topicsOf(payload, forms)
  const origin = originOf(row.first_touch)
  const campaign = origin.campaign.slice(0, maxTextLength)
  const city = normalizeCity(forms.map(({ counted }) => payload[counted?.city ?? '']).find(isText))
  const bucket = deliveryBucket(row.created_at, row.delivered_at)
  const isErased = row.state === 'erased'
  const isAccepted = row.accepted_at !== null || row.status === 'accepted'
  const isContacted = row.contacted_at !== null || row.status === 'contacted' || isAccepted
  const counted: [facet: string, values: readonly string[]][] = [
    ['form', ['']],
    ['interest', interests],
    ['service', services],
    ['businessType', businessTypes],
    ['city', city ? [city] : []],
    // An erased lead's source was erased too; it was not 'direct'.
    ['source', isErased ? [] : [origin.source.slice(0, maxTextLength)]],
    ['campaign', [campaign]],
    ['status', [row.status]],
    ['took', bucket ? [bucket] : []],
    ['contacted', isContacted ? [campaign] : []],
    ['accepted', isAccepted ? [campaign] : []],
  ]
  const facets = counted.flatMap(([facet, values]) => values.flatMap((value) => [facet, value]))
  const filtered = { ...origin, topics: [...interests, ...services, ...businessTypes] }
  return {
    lead_id: row.id,
    created_at: row.created_at,
    name: sorted(nameIn(payload as Record<string, string>)),
    email: sorted(payload.email ?? ''),
    facets: JSON.stringify(row.spam ? [] : [row.created_at.slice(0, 10), row.form, ...facets]),
    // An erased lead must not be found by its content, even if its notes are deleted later.
    terms: termsOf(row, filtered, isErased ? [] : wordsIn(payload, notes)),
  }
}

function* wordsIn(payload: Readonly<Record<string, unknown>>, notes: readonly string[]) {
  for (const [key, value] of Object.entries(payload)) {
    if (isText(value)) yield* wordsOf(value, /name$/i.test(key))
  }
  for (const note of notes) yield* wordsOf(note)
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Normalizes a city, so that 'dearborn ,mi' and 'Dearborn, MI' are the same. */
function normalizeCity(entered = ''): string {
  const parts = entered.normalize('NFKC').split(',')
  return parts.map(normalizePart).filter(Boolean).join(', ').slice(0, maxCityLength)
}

function normalizePart(part: string): string {
  const words = part.trim().toLowerCase().split(/\s+/)
  if (words.length === 1 && words[0]?.length === 2) return words[0].toUpperCase()
  return words.map((word) => word.replace(/^\p{L}/u, (letter) => letter.toUpperCase())).join(' ')
}

/** Buckets of the charts for the time from a lead's arrival to its delivery, as upper limits in seconds. */
export const deliveryTimes = [1, 10, 60, 600, 3_600, 86_400] as const

/** Returns the smallest bucket that fits, `more` if none does, or '' if the lead was not delivered. */
function deliveryBucket(createdAt: string, deliveredAt: string | null): string {
  if (deliveredAt === null) return ''
  const seconds = (Date.parse(deliveredAt) - Date.parse(createdAt)) / 1000
  return String(deliveryTimes.find((time) => seconds <= time) ?? 'more')
}
