import type { LeadFilter, LeadQuery, LeadSummary } from 'halvi-leads/contract'
import { deliveryLabels, sortLabels, statusLabels } from './labels.ts'

/** The most characters of a search: more would not fit into a request's address in every script. */
export const maxSearchLength = 1_000

type Sort = LeadQuery['sort']
type Status = LeadSummary['status']
type Delivery = LeadSummary['delivery']

/** What a list of leads shows, as it stands in the address. */
export interface Selection {
  q: string
  form: string[]
  status: Status[]
  topic: string[]
  source: string[]
  campaign: string[]
  delivery: Delivery[]
  owner: string[]
  /** The first and the last day, such as `2026-11-01`, in the time zone of the reader. */
  from: string
  to: string
  spam: boolean
  sort: Sort
}

export const everything: Selection = {
  q: '',
  form: [],
  status: [],
  topic: [],
  source: [],
  campaign: [],
  delivery: [],
  owner: [],
  from: '',
  to: '',
  spam: false,
  sort: 'newest',
}

/** The filters of which several values may be chosen. */
export const choices = [
  'form',
  'status',
  'topic',
  'source',
  'campaign',
  'delivery',
  'owner',
] as const
export type Choice = (typeof choices)[number]

/** Returns the selection of an address's parameters, without those that the API would reject. */
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

/** Returns the address's parameters for a selection, without those that are as by default. */
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

/** Returns the API's filter for a selection; days become the instants at which they begin here. */
export function filterOf(selection: Selection): LeadFilter {
  const { q, from, to, spam } = selection
  return {
    ...(q.trim() && { q }),
    ...Object.fromEntries(
      choices.filter((key) => selection[key].length > 0).map((key) => [key, selection[key]]),
    ),
    ...(from && { from: beginOf(from, 0) }),
    ...(to && { to: beginOf(to, 1) }),
    ...(spam && { spam }),
  }
}

/** Returns whether a selection leaves anything out. */
export function isFiltered(selection: Selection): boolean {
  return Object.keys(filterOf(selection)).length > 0
}

/** Returns whether a text is a day that exists, such as `2026-11-01`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text)
}

/** Returns the instant at which a day begins here, or so many days later. */
function beginOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // Years below 100 would otherwise be those of the last century.
  const begin = new Date(2000, 0, 1)
  begin.setFullYear(year, month - 1, date + later)
  return begin.toISOString()
}

function isKeyOf<T extends object>(labels: T, key: string): key is Extract<keyof T, string> {
  return Object.hasOwn(labels, key)
}
