import { fromLeft } from '../language/isolate.ts'
import { english } from '../language/language.ts'
import { numberFormat } from '../language/numbers.ts'

/** Returns a percentage such as 20%. */
export const percentText = (percent: number, locale: string = english.locale): string =>
  fromLeft(percents(locale).format(percent), locale)

/** Returns a percentage range such as 5-10%, or 8% if both ends are equal. Returns undefined if an end is missing. */
export function rangeText(
  range: { low?: number | null; high?: number | null } | null | undefined,
  locale: string = english.locale,
): string | undefined {
  if (range?.low == null || range.high == null) return undefined
  const { low, high } = range
  if (low === high) return percentText(low, locale)
  return locale === english.locale ? `${low}-${high}%` : fromLeft(`${low}–${high}%`, locale)
}

const percents = (locale: string) =>
  numberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 2 })
