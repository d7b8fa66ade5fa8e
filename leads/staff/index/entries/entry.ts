import type { FormDescription } from '../../../form-description.ts'
import { jsonRecord } from '../../../json-record.ts'
import { nameIn } from '../../summary.ts'
import { type Facets, facetsOf, type IndexedRow } from './facets.ts'
import { fold } from './fold.ts'
import { type Term, termsOf } from './terms.ts'
import { wordsOf } from './words.ts'

/** The version of what `entryOf` returns. Increase it with each change of that: every index is rebuilt. */
export const entryFormat = 7

/** A lead as the index has it. */
export interface Entry {
  lead_id: string
  created_at: string
  /** As it is sorted by. */
  name: string
  email: string
  /** JSON of `Counted`. */
  facets: string
  terms: Term[]
}

/**
 * What a lead is counted by in the charts: its day and form, and then facets and values by turns.
 * Empty for spam. Who was erased stays counted, by what tells nothing about them: the figures of a
 * past month must not fall because somebody asked to be forgotten, or because an age was reached.
 */
export type Counted = readonly string[]

/** The columns of a lead that make its entry. */
export const indexedColumns = [
  'id',
  'form',
  'payload',
  'spam',
  'state',
  'status',
  'owner',
  'created_at',
  'delivered_at',
  'contacted_at',
  'accepted_at',
  'first_touch',
] as const

/** So long names and addresses are sorted by. */
const longestSorted = 100

/** Makes the entry of a lead, whose notes are found by their words as what it says itself is. */
export function entryOf(
  row: IndexedRow,
  notes: readonly string[],
  forms: readonly FormDescription[],
): Entry {
  const payload = jsonRecord(row.payload)
  const facets = facetsOf(row, payload, forms)
  // An erased lead keeps nothing that was said about it, whenever its notes go.
  const words = row.state === 'erased' ? [] : wordsIn(payload, notes)
  return {
    lead_id: row.id,
    created_at: row.created_at,
    name: fold(nameIn(payload as Record<string, string>))
      .trim()
      .slice(0, longestSorted),
    email: fold(String(payload.email ?? ''))
      .trim()
      .slice(0, longestSorted),
    facets: JSON.stringify(countedOf(row, facets)),
    terms: termsOf(row, facets, words),
  }
}

function* wordsIn(payload: Readonly<Record<string, unknown>>, notes: readonly string[]) {
  for (const [key, value] of Object.entries(payload)) {
    if (typeof value === 'string') yield* wordsOf(value, /name$/i.test(key))
  }
  for (const note of notes) yield* wordsOf(note)
}

function countedOf(row: IndexedRow, facets: Facets): Counted {
  if (row.spam === 1) return []
  const isErased = row.state === 'erased'
  const isAccepted = row.accepted_at !== null || row.status === 'accepted'
  const isContacted = row.contacted_at !== null || row.status === 'contacted' || isAccepted
  const many = (facet: string, values: readonly string[]) =>
    values.flatMap((value) => [facet, value])
  return [
    row.created_at.slice(0, 10),
    row.form,
    ...['form', ''],
    ...many('interest', facets.interests),
    ...many('service', facets.services),
    ...many('businessType', facets.businessTypes),
    ...many('city', facets.city ? [facets.city] : []),
    // Where they came from went with them; it was not 'direct'.
    ...(isErased ? [] : ['source', facets.source.slice(0, longestSorted)]),
    ...['campaign', facets.campaign.slice(0, longestSorted)],
    ...['status', row.status],
    ...many('took', facets.took ? [facets.took] : []),
    ...(isContacted ? ['contacted', facets.campaign.slice(0, longestSorted)] : []),
    ...(isAccepted ? ['accepted', facets.campaign.slice(0, longestSorted)] : []),
  ]
}
