import type { FiguresQuery } from '../../contract/contract.ts'

/** Keys of `lead_figure.day`, from `low` on and before `high`. */
interface Span {
  low: string
  high: string
}

/** A month as a key, which sorts behind all days: `m2025-11`. */
export const monthKey = (day: string) => `m${day.slice(0, 7)}`

/** Days of UTC, both included, as the days of the first and last month and the months in between. */
export function spansOf({ from = '0000-01-01', to = '9999-12-31' }: FiguresQuery): Span[] {
  if (from > to) return []
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)]
  if (first === last) return [{ low: from, high: `${to}~` }]
  return [
    { low: from, high: `${first}~` },
    { low: `${monthKey(from)}~`, high: monthKey(to) },
    { low: last, high: `${to}~` },
  ]
}
