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
