// Isolates keep the direction of an inserted text from changing the text around it (Unicode Bidirectional Algorithm).
// `renderMarks` (words/render-marks.ts) turns them into <bdi> elements.

import { isRightToLeft } from './language.ts'

/** The starts of isolates with the direction of their first letter and of left-to-right ones, and the end of both. */
const [firstStrong, leftToRight, end] = ['\u2068', '\u2066', '\u2069'] as const

/** Right-to-left letters. */
const rightToLeftLetter = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Syriac}]/u

/** The directions of locales. Finding one takes longer than all else here. */
const directions = new Map<string, boolean>()

function isMirrored(locale: string): boolean {
  const known = directions.get(locale) ?? isRightToLeft(locale)
  directions.set(locale, known)
  return known
}

/**
 * Returns a text to insert into a sentence, such as a name, as an isolate if its direction may differ. Removes
 * bidirectional control characters, which could end the isolate.
 */
export function isolated(text: string, locale: string): string {
  if (/^\u2066[^\u202a-\u202e\u2066-\u2069]*\u2069$/.test(text)) return text
  const inner = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
  const isPlain = inner === '' || (!isMirrored(locale) && !rightToLeftLetter.test(inner))
  return isPlain ? inner : `${firstStrong}${inner}${end}`
}

const number = String.raw`[$+-]?\d+(?:[.,:]\d+){0,3}[A-Za-z]{0,2}`
const percent = String.raw`\s?[%٪]`

/**
 * Matches an isolate, an HTML entity, or a text from a Latin letter to the next right-to-left one, which stays as it is;
 * or a range, phone number, percentage, or price with the character before it. Has no lookbehind, which Safari supports
 * only since 16.4.
 */
const numbers = new RegExp(
  String.raw`([\u2066-\u2068][^\u2066-\u2069]*\u2069|&#?\w+;|[A-Za-z][^\n\u0590-\u08ff\ue000\ue001\u2066-\u2069]*)|(^|[^\w&#])(${[
    `${number}(?:(?:[-–]|${percent}\\s?[-–]\\s?)${number}){1,3}(?:${percent})?`,
    String.raw`[+(]\d[\d ()–-]{5,25}\d`,
    `${number}${percent}`,
    String.raw`\$\d+(?:[.,]\d+)*[A-Za-z]{0,2}`,
  ].join('|')})`,
  'g',
)

/**
 * Returns a text with its ranges, percentages, and prices as isolates. Right-to-left text would reverse `8–15%`.
 */
export const isolateNumbers = (text: string): string =>
  text.replace(numbers, (_, kept?: string, before = '', found = '') =>
    kept === undefined ? `${before}${leftToRight}${found}${end}` : kept,
  )

/**
 * Returns a text that is left-to-right in every language: a number with its unit, a range, a phone number, or an
 * address. In right-to-left languages, it is an isolate.
 */
export function fromLeft(text: string, locale: string): string {
  if (!isMirrored(locale)) return text
  return `${leftToRight}${text.replace(/[\u200e\u200f]/g, '')}${end}`
}
