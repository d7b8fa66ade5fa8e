/** What a branch takes and leaves of an amount, each from the lowest to the highest, in US dollars. */
export interface Share {
  keep: readonly [least: number, most: number]
  commission: readonly [least: number, most: number]
  /** Of the whole, 0 to 100. */
  percent: readonly [least: number, most: number]
}

/** Divides an amount by a branch's commission; undefined for a branch that has no public one. */
export function shareOf(
  sales: number,
  range: { low?: unknown; high?: unknown } | null | undefined,
): Share | undefined {
  const ends = [range?.low, range?.high].map(Number)
  const isRange = typeof range?.low === 'number' && typeof range.high === 'number'
  if (!isRange || ends.some((end) => !(end >= 0 && end <= 100))) return undefined
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  // In cents, so that both parts make the whole.
  const part = (percent: number) => Math.round(sales * percent) / 100
  const rest = (percent: number) => Math.round(100 * sales - sales * percent) / 100
  return {
    keep: [rest(high), rest(low)],
    commission: [part(low), part(high)],
    percent: [low, high],
  }
}
