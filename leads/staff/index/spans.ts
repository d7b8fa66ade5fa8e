import type { FiguresQuery } from '../../contract/contract.ts'

/** Keys of `lead_figure.day`, from and to, both included. */
export interface Span {
  low: string
  high: string
}

/** A month as a key, which sorts behind all days: `m2025-11`. */
export const monthKey = (day: string) => `m${day.slice(0, 7)}`

/** The day after one of UTC. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** Days of UTC, both included, as the months and days that they are made of. */
export function spansOf({ from = '0000-01-01', to = '9999-12-31' }: FiguresQuery): Span[] {
  if (from > to) return []
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)]
  if (first === last) return [{ low: from, high: to }]
  const startsWhole = from.endsWith('-01')
  const endsWhole = to === lastDay(last)
  return [
    ...(startsWhole ? [] : [{ low: from, high: `${first}-31` }]),
    {
      low: startsWhole ? monthKey(from) : `${monthKey(from)}~`,
      // Beyond its months, not those of its own.
      high: endsWhole ? monthKey(to) : monthKey(monthBefore(last)),
    },
    ...(endsWhole ? [] : [{ low: `${last}-01`, high: to }]),
  ]
}

const lastDay = (month: string) => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0')}`
}

const monthBefore = (month: string) => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const [before, of] = number === 1 ? [year - 1, 12] : [year, number - 1]
  return `${String(before).padStart(4, '0')}-${String(of).padStart(2, '0')}`
}
