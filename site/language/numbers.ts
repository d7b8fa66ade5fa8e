import { english, type Language } from './language.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** Returns a cached number format. Creating one takes a hundred times as long as using it. */
export function numberFormat(
  locale: string,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format
}

/** Returns a number such as 40,000. */
export const numberText = (value: number, locale: string = english.locale): string =>
  numberFormat(locale).format(value)

/** Returns a list such as A, B, or C. */
export const listText = (
  items: readonly string[],
  locale: string = english.locale,
  type: Intl.ListFormatType = 'disjunction',
): string => new Intl.ListFormat(locale, { type }).format(items)

/** Returns items in one line, for items that may contain commas and start with capitals, such as options of a form. */
export const sequenceText = (items: readonly string[], { letters }: Language): string =>
  items.join(letters === 'latin' ? '; ' : '؛ ')
