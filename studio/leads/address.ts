import type { LeadFilter, LeadQuery, LeadSummary } from 'halvi-leads/contract'
import { deliveryLabels, sortLabels, statusLabels } from './labels.ts'

/** So many characters are searched for: more would not fit into a request's address in every script. */
export const longestSearch = 1_000

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
  /** The first and the last day, such as `2026-11-01`, in the time zone of whoever reads. */
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

/**
 * Reads an address's parameters. What somebody has written into an address by hand and that can't be
 * asked for is left out: the API would refuse it.
 */
export function selectionOf(params: URLSearchParams): Selection {
  const names = (key: string) =>
    [...new Set(params.getAll(key))].filter((name) => name && name.length <= 300).slice(0, 50)
  const day = (key: string) => {
    const value = params.get(key) ?? ''
    return isDay(value) ? value : ''
  }
  const sort = params.get('sort') ?? ''
  return {
    q: (params.get('q') ?? '').slice(0, longestSearch),
    form: names('form'),
    status: names('status').filter((name) => isKeyOf(statusLabels, name)),
    topic: names('topic'),
    source: names('source'),
    campaign: names('campaign'),
    delivery: names('delivery').filter((name) => isKeyOf(deliveryLabels, name)),
    owner: names('owner'),
    from: day('from'),
    to: day('to'),
    spam: params.get('spam') === 'true',
    sort: isKeyOf(sortLabels, sort) ? sort : 'newest',
  }
}

/** The address's parameters for a selection; none for what is as it is without them. */
export function paramsOf(selection: Selection): [string, string][] {
  const { q, from, to, spam, sort } = selection
  return [
    ...(q ? [['q', q] as [string, string]] : []),
    ...choices.flatMap((key) => selection[key].map((value): [string, string] => [key, value])),
    ...(from ? [['from', from] as [string, string]] : []),
    ...(to ? [['to', to] as [string, string]] : []),
    ...(spam ? [['spam', 'true'] as [string, string]] : []),
    ...(sort === 'newest' ? [] : [['sort', sort] as [string, string]]),
  ]
}

/** What the API is asked for a selection; days become the instants at which they begin here. */
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

/** Whether a selection leaves anything out. */
export function isFiltered(selection: Selection): boolean {
  return Object.keys(filterOf(selection)).length > 0
}

/** A day such as `2026-11-01` that exists. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text)
}

/** The instant at which a day begins here, or so many days later. */
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
