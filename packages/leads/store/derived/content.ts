import { fold } from 'halvi-kit/fold'
import { originOf } from '../../first-touch.ts'
import type { FormDescription } from '../../form-description.ts'
import { jsonRecord } from '../../json-record.ts'
import { comparable, nameIn, type Payload } from '../../lead.ts'
import type { LeadRow } from '../database/tables.ts'
import { storable } from '../storable.ts'
import { phonesIn } from './phones.ts'
import { type Term, termsOf } from './terms.ts'
import { topicsOf } from './topics.ts'
import { wordsOf } from './words.ts'

/** Columns that are derived from the content of a lead, for lists, searches, and charts. */
type DerivedColumns = Pick<
  LeadRow,
  'name' | 'email' | 'phone' | 'city' | 'source' | 'campaign' | 'topics'
>

/** Maximum lengths. Longer texts are truncated, so that they fit into an index. */
const maxLength = 100
const maxEmailLength = 254
const maxCityLength = 80

/** Returns an email address in the form of `lead.email`, by which a person's leads are found. */
export const emailKey = (email: string): string =>
  storable(String(comparable('email', email))).slice(0, maxEmailLength)

/** Returns a name in the form of `lead.name`, in which names are sorted and compared. */
export const nameKey = (name: string): string => storable(fold(name).trim().slice(0, maxLength))

/** Returns a source or campaign as `lead` stores it. */
export const originKey = (text: string): string => storable(text.slice(0, maxLength))

/**
 * Returns the derived columns of a lead, and the terms that it is found by. An erased lead has none. The words of notes
 * count like those of fields.
 */
export function derive(
  { payload: json, first_touch, state }: Pick<LeadRow, 'payload' | 'first_touch' | 'state'>,
  notes: readonly string[],
  forms: readonly FormDescription[],
): { columns: DerivedColumns; terms: Term[] } {
  const payload = jsonRecord(json)
  const isErased = state === 'erased'
  const topics = topicsOf(payload, forms)
  const { source, campaign } = originOf(first_touch)
  const city = forms.map(({ counted }) => payload[counted?.city ?? '']).find(isText)
  return {
    columns: {
      name: nameKey(nameIn(payload as Payload)),
      email: emailKey(String(payload.email ?? '')),
      phone: nationalNumber(String(payload.phone ?? '')),
      city: normalizeCity(city),
      // An erased lead's source was erased too; it was not 'direct'.
      source: isErased ? '' : originKey(source),
      campaign: originKey(campaign),
      topics: JSON.stringify(topics),
    },
    terms: isErased ? [] : termsOf(wordsIn(payload, notes), Object.values(topics).flat()),
  }
}

/** Returns the national digits of the first phone number in a text, or '' without one. */
export const nationalNumber = (text: string): string => phonesIn(fold(text))[0]?.forms[0] ?? ''

function* wordsIn(payload: Readonly<Record<string, unknown>>, notes: readonly string[]) {
  for (const [key, value] of Object.entries(payload)) {
    if (isText(value)) yield* wordsOf(value, /name$/i.test(key))
  }
  for (const note of notes) yield* wordsOf(note)
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Normalizes a city, so that 'dearborn ,mi' and 'Dearborn, MI' are the same. */
function normalizeCity(entered = ''): string {
  const parts = storable(entered).normalize('NFKC').split(',')
  return parts.map(normalizePart).filter(Boolean).join(', ').slice(0, maxCityLength)
}

function normalizePart(part: string): string {
  const words = part.trim().toLowerCase().split(/\s+/)
  if (words.length === 1 && words[0]?.length === 2) return words[0].toUpperCase()
  return words.map((word) => word.replace(/^\p{L}/u, (letter) => letter.toUpperCase())).join(' ')
}
