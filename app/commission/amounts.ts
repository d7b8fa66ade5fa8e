const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
})

/** An amount such as $5,000 or $4,750.50. */
export function amountText(amount: number): string {
  return dollars.format(amount).replace(/\.00$/, '')
}

/** Such as $4,500 to $4,750; one amount where both ends are the same. */
export function amountsText([least, most]: readonly [number, number]): string {
  return least === most ? amountText(most) : `${amountText(least)} to ${amountText(most)}`
}

/** Fills values into a sentence of the content in place of their names, such as `{sales}`; other names stay. */
export function fillIn(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}

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
