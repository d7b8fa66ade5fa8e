import { fromLeft } from '../language/isolate.ts'
import { english } from '../language/language.ts'
import { numberFormat } from '../language/numbers.ts'

/** Amounts have the format of US price tags in every language. In Arabic, Intl would write 5,000 US$. */
const dollars = numberFormat(english.locale, {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
} as Intl.NumberFormatOptions)

/** Returns an amount such as $5,000 or $4,750.50. */
export const amountText = (amount: number, locale: string = english.locale): string =>
  fromLeft(dollars.format(amount), locale)

/** Returns a range such as $4,500 to $4,750, or one amount if both ends are equal. */
export function amountsText(
  [min, max]: readonly [number, number],
  locale: string = english.locale,
): string {
  if (min === max) return amountText(max, locale)
  return locale === english.locale
    ? `${amountText(min)} to ${amountText(max)}`
    : fromLeft(`${dollars.format(min)}–${dollars.format(max)}`, locale)
}

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
