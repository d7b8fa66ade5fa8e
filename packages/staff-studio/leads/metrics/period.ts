import { isDay } from '../selection.ts'

/** A period between two days, such as `2026-11-01`. Both are included. A missing day means no limit. */
export interface Period {
  from?: string
  to?: string
}

/** The periods to choose from, by their value in the URL. */
export const periods = { '7': '7 days', '30': '30 days', '90': '90 days', '365': '12 months' }

const dayMs = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Returns the period for URL parameters, in UTC days. */
export function periodOf(params: URLSearchParams, now: number): Period {
  const [from = '', to = ''] = [params.get('from'), params.get('to')].map((day) => day ?? '')
  if (isDay(from) || isDay(to)) return { ...(isDay(from) && { from }), ...(isDay(to) && { to }) }
  const chosen = params.get('period') ?? '30'
  if (chosen === 'all') return {}
  const days = Object.hasOwn(periods, chosen) ? Number(chosen) : 30
  return { from: dayOf(now - (days - 1) * dayMs), to: dayOf(now) }
}

/** The length of a bin in a chart. */
export type Step = 'day' | 'week' | 'month'

export interface Bin {
  start: string
  total: number
}

interface Count {
  day: string
  form: string
  leads: number
}

/** The maximum number of bins in a chart. */
const maxBins = 93

/**
 * Returns daily counts grouped into bins without gaps. The bins cover the period. If the period has no limits, they
 * cover all counts. For long periods, a bin is a week from Monday or a month.
 */
export function binsOf(counts: readonly Count[], period: Period): { step: Step; bins: Bin[] } {
  const days = counts.map(({ day }) => day).sort()
  const first = period.from ?? days[0]
  const last = period.to ?? days.at(-1)
  if (first === undefined || last === undefined || first > last) return { step: 'day', bins: [] }
  const length = (Date.parse(last) - Date.parse(first)) / dayMs + 1
  const step = length <= maxBins ? 'day' : length <= maxBins * 7 ? 'week' : 'month'
  const bins = new Map<string, Bin>()
  for (let start = startOf(first, step); start <= last; start = after(start, step)) {
    bins.set(start, { start, total: 0 })
  }
  for (const { day, leads } of counts) {
    const bin = bins.get(startOf(day, step))
    if (bin) bin.total += leads
  }
  return { step, bins: [...bins.values()] }
}

function startOf(day: string, step: Step): string {
  if (step === 'day') return day
  if (step === 'month') return `${day.slice(0, 7)}-01`
  const time = Date.parse(day)
  return dayOf(time - ((new Date(time).getUTCDay() + 6) % 7) * dayMs)
}

function after(start: string, step: Step): string {
  if (step !== 'month') return dayOf(Date.parse(start) + (step === 'week' ? 7 : 1) * dayMs)
  const date = new Date(start)
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))
}

/** Returns the label of a bin, from its first day. */
export function startText(start: string, step: Step): string {
  const format: Intl.DateTimeFormatOptions =
    step === 'month' ? { month: 'short', year: 'numeric' } : { month: 'short', day: 'numeric' }
  return new Date(start).toLocaleDateString('en-US', { ...format, timeZone: 'UTC' })
}
