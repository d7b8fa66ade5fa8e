import type { LeadFilter, LeadQuery, LeadSummary } from 'halvi-leads/contract'
import { deliveryLabels, sortLabels, statusLabels } from './labels.ts'

/** The maximum length of a search, in characters. Longer non-Latin text can exceed the maximum length of a URL. */
export const maxSearchLength = 1_000

type Sort = LeadQuery['sort']
type Status = LeadSummary['status']
type Delivery = LeadSummary['delivery']

/** The search, filters, and sort order of a list of leads. They are stored in the URL. */
export interface Selection {
  q: string
  form: string[]
  status: Status[]
  topic: string[]
  source: string[]
  campaign: string[]
  language: string[]
  delivery: Delivery[]
  owner: string[]
  /** The first and the last day, such as `2026-11-01`, in the reader's time zone. Empty if not set. */
  from: string
  to: string
  spam: boolean
  sort: Sort
}

export const defaultSelection: Selection = {
  q: '',
  form: [],
  status: [],
  topic: [],
  source: [],
  campaign: [],
  language: [],
  delivery: [],
  owner: [],
  from: '',
  to: '',
  spam: false,
  sort: 'newest',
}

/** The filters that accept several values. */
export const choices = [
  'form',
  'status',
  'topic',
  'source',
  'campaign',
  'language',
  'delivery',
  'owner',
] as const
export type Choice = (typeof choices)[number]

/** Returns the selection for URL parameters. Values that the API would reject are ignored. */
export function selectionOf(params: URLSearchParams): Selection {
  const names = (key: string) =>
    [...new Set(params.getAll(key))].filter((name) => name && name.length <= 300).slice(0, 50)
  const text = (key: string) => params.get(key) ?? ''
  const day = (key: string) => (isDay(text(key)) ? text(key) : '')
  const sort = text('sort')
  return {
    ...(Object.fromEntries(choices.map((key) => [key, names(key)])) as Record<Choice, string[]>),
    status: names('status').filter((name) => isKeyOf(statusLabels, name)),
    delivery: names('delivery').filter((name) => isKeyOf(deliveryLabels, name)),
    q: text('q').slice(0, maxSearchLength),
    from: day('from'),
    to: day('to'),
    spam: text('spam') === 'true',
    sort: isKeyOf(sortLabels, sort) ? sort : 'newest',
  }
}

/** Returns the URL parameters for a selection, without default values. */
export function paramsOf(selection: Selection): [string, string][] {
  const { q, from, to, spam, sort } = selection
  const all: [string, string][] = [
    ['q', q],
    ...choices.flatMap((key) => selection[key].map((value): [string, string] => [key, value])),
    ['from', from],
    ['to', to],
    ['spam', spam ? 'true' : ''],
    ['sort', sort === 'newest' ? '' : sort],
  ]
  return all.filter(([, value]) => value)
}

/** Returns the API's filter for a selection. Days become instants in the reader's time zone. */
export function filterOf(selection: Selection): LeadFilter {
  const { q, from, to, spam } = selection
  return {
    ...(q.trim() && { q }),
    ...Object.fromEntries(
      choices.filter((key) => selection[key].length > 0).map((key) => [key, selection[key]]),
    ),
    ...(from && { from: startOf(from, 0) }),
    ...(to && { to: startOf(to, 1) }),
    ...(spam && { spam }),
  }
}

/** Returns whether a selection has a search or a filter. */
export function isFiltered(selection: Selection): boolean {
  return Object.keys(filterOf(selection)).length > 0
}

/** Returns whether a text is a valid date, such as `2026-11-01`. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text)
}

/** Returns the start of a day in the reader's time zone, plus a number of days, in ISO 8601 format. */
function startOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // The Date constructor would interpret years below 100 as 19xx.
  const start = new Date(2000, 0, 1)
  start.setFullYear(year, month - 1, date + later)
  return start.toISOString()
}

function isKeyOf<T extends object>(labels: T, key: string): key is Extract<keyof T, string> {
  return Object.hasOwn(labels, key)
}
