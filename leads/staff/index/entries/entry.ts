import { originOf } from '../../../first-touch.ts'
import type { FormDescription } from '../../../form-description.ts'
import { jsonRecord } from '../../../json-record.ts'
import { nameIn } from '../../summary.ts'
import { fold } from './fold.ts'
import type { IndexedRow } from './indexed-row.ts'
import { type Term, termsOf } from './terms.ts'
import { topicsOf } from './topics.ts'
import { wordsOf } from './words.ts'

/** The version of what `entryOf` returns. Increase it with each change of that: every index is rebuilt. */
export const entryFormat = 7

/** A lead as the index has it. */
export interface Entry {
  lead_id: string
  created_at: string
  /** Folded, to sort by. */
  name: string
  email: string
  /** JSON of `Counted`. */
  facets: string
  terms: Term[]
}

/**
 * What a lead is counted by in the charts: its day and form, and then facets and values by turns. Empty for spam. An
 * erased lead stays counted, by what tells nothing about the person: the metrics of a past month must not fall
 * because somebody asked to be forgotten, or because of retention.
 */
export type Counted = readonly string[]

/** Names, addresses, and campaigns are cut at this length. */
const maxSorted = 100
const maxCity = 80

/** Returns the entry of a lead, whose notes are found by their words like its own. */
export function entryOf(
  row: IndexedRow,
  notes: readonly string[],
  forms: readonly FormDescription[],
): Entry {
  const payload = jsonRecord(row.payload)
  const sorted = (text: unknown) => fold(String(text)).trim().slice(0, maxSorted)
  const { interests, services, businessTypes } = topicsOf(payload, forms)
  const origin = originOf(row.first_touch)
  const campaign = origin.campaign.slice(0, maxSorted)
  const city = spelledCity(forms.map(({ counted }) => payload[counted?.city ?? '']).find(isText))
  const took = deliveryBucket(row.created_at, row.delivered_at)
  const isErased = row.state === 'erased'
  const isAccepted = row.accepted_at !== null || row.status === 'accepted'
  const isContacted = row.contacted_at !== null || row.status === 'contacted' || isAccepted
  const counted: [facet: string, values: readonly string[]][] = [
    ['form', ['']],
    ['interest', interests],
    ['service', services],
    ['businessType', businessTypes],
    ['city', city ? [city] : []],
    // An erased lead's source was erased with it; it was not 'direct'.
    ['source', isErased ? [] : [origin.source.slice(0, maxSorted)]],
    ['campaign', [campaign]],
    ['status', [row.status]],
    ['took', took ? [took] : []],
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
    // An erased lead keeps nothing that was said about it, whenever its notes go.
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

/** 'dearborn ,mi' and 'Dearborn, MI' are one city. */
function spelledCity(entered = ''): string {
  const parts = entered.normalize('NFKC').split(',')
  return parts.map(spelled).filter(Boolean).join(', ').slice(0, maxCity)
}

function spelled(part: string): string {
  const words = part.trim().toLowerCase().split(/\s+/)
  if (words.length === 1 && words[0]?.length === 2) return words[0].toUpperCase()
  return words.map((word) => word.replace(/^\p{L}/u, (letter) => letter.toUpperCase())).join(' ')
}

/** The charts' buckets of the time from a lead's arrival to its delivery: up to this many seconds. */
export const deliveryTimes = [1, 10, 60, 600, 3_600, 86_400] as const

/** Returns the smallest bucket that fits, `more` beyond all, or '' when the lead was not delivered. */
function deliveryBucket(createdAt: string, deliveredAt: string | null): string {
  if (deliveredAt === null) return ''
  const seconds = (Date.parse(deliveredAt) - Date.parse(createdAt)) / 1000
  return String(deliveryTimes.find((time) => seconds <= time) ?? 'more')
}
