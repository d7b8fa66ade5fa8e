import type { LeadMetricsQuery } from '../../contract/contract.ts'
import { monthKey } from '../../store/derived/sums.ts'

/** Keys of `lead_sum.day` from `low` (inclusive) to `high` (exclusive). */
interface Span {
  low: string
  high: string
}

/** Returns days in UTC, both inclusive, as ranges: days of the first and last month, and the months in between. */
export function spansOf({ from = '0000-01-01', to = '9999-12-31' }: LeadMetricsQuery): Span[] {
  if (from > to) return []
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)]
  if (first === last) return [{ low: from, high: `${to}~` }]
  return [
    { low: from, high: `${first}~` },
    { low: `${monthKey(from)}~`, high: monthKey(to) },
    { low: last, high: `${to}~` },
  ]
}
