/** A period between two days, such as `2026-11-01`. Both are included. A missing day means no limit. */
export interface Period {
  from?: string
  to?: string
}

/** The periods to choose from, by their value in the URL: a number of days, or `all`. */
export const periods: Readonly<Record<string, string>> = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  '365': '12 months',
  all: 'All time',
}

const dayMs = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Returns the value of the period in URL parameters. The default is 30 days. */
export function chosenPeriod(params: URLSearchParams): string {
  const period = params.get('period') ?? ''
  return Object.hasOwn(periods, period) ? period : '30'
}

/** Returns the period for URL parameters, in UTC days. */
export function periodOf(params: URLSearchParams, now: number): Period {
  const days = Number(chosenPeriod(params))
  return Number.isNaN(days) ? {} : { from: dayOf(now - (days - 1) * dayMs), to: dayOf(now) }
}

/** The length of a bin in a chart. */
export type Step = 'day' | 'month'

export interface Bin {
  start: string
  total: number
}

interface Count {
  day: string
  form: string
  leads: number
}

/** The maximum number of days in a chart. For longer periods, a bin is a month. */
const maxDays = 93

/**
 * Returns daily counts grouped into bins without gaps. The bins cover the period. If the period has no limits, they
 * cover all counts.
 */
export function binsOf(counts: readonly Count[], period: Period): { step: Step; bins: Bin[] } {
  const days = counts.map(({ day }) => day).sort()
  const first = period.from ?? days[0]
  const last = period.to ?? days.at(-1)
  if (first === undefined || last === undefined) return { step: 'day', bins: [] }
  const step = (Date.parse(last) - Date.parse(first)) / dayMs < maxDays ? 'day' : 'month'
  const startOf = (day: string) => (step === 'day' ? day : `${day.slice(0, 7)}-01`)
  const bins = new Map<string, Bin>()
  for (let time = Date.parse(first); time <= Date.parse(last); time += dayMs) {
    const start = startOf(dayOf(time))
    bins.set(start, { start, total: 0 })
  }
  for (const { day, leads } of counts) {
    const bin = bins.get(startOf(day))
    if (bin) bin.total += leads
  }
  return { step, bins: [...bins.values()] }
}

/** Returns the label of a bin, from its first day. */
export function startText(start: string, step: Step): string {
  const format: Intl.DateTimeFormatOptions =
    step === 'month' ? { month: 'short', year: 'numeric' } : { month: 'short', day: 'numeric' }
  return new Date(start).toLocaleDateString('en-US', { ...format, timeZone: 'UTC' })
}
