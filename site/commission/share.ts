/** How sales are divided between the business and Halvi, in US dollars. */
export interface Share {
  /** The amount that the business keeps. */
  keep: readonly [min: number, max: number]
  commission: readonly [min: number, max: number]
  /** The commission in percent of the sales, from 0 to 100. */
  percent: readonly [min: number, max: number]
}

/** Divides sales by a branch's commission range. Returns undefined for a branch without a public commission. */
export function shareOf(
  sales: number,
  range: { low?: unknown; high?: unknown } | null | undefined,
): Share | undefined {
  const ends = [range?.low, range?.high].map(Number)
  const isRange = typeof range?.low === 'number' && typeof range.high === 'number'
  if (!isRange || ends.some((end) => !(end >= 0 && end <= 100))) return undefined
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  // Rounded to cents, so that both parts add up to the sales.
  const part = (percent: number) => Math.round(sales * percent) / 100
  const rest = (percent: number) => Math.round(100 * sales - sales * percent) / 100
  return {
    keep: [rest(high), rest(low)],
    commission: [part(low), part(high)],
    percent: [low, high],
  }
}
