// Isolates keep the direction of an inserted text from changing the text around it (Unicode Bidirectional Algorithm).
// `renderMarks` (words/marks.ts) turns them into <bdi> elements.

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

/** Returns a text to insert into a sentence, such as a name, as an isolate if its direction may differ. */
export function isolated(text: string, locale: string): string {
  const isPlain = !isMirrored(locale) && !rightToLeftLetter.test(text)
  return isPlain || text.startsWith(leftToRight) ? text : `${firstStrong}${text}${end}`
}

/**
 * Returns a text that is left-to-right in every language: a number with its unit, a range, a phone number, or an
 * address. In right-to-left languages, it is an isolate.
 */
export function fromLeft(text: string, locale: string): string {
  if (!isMirrored(locale)) return text
  return `${leftToRight}${text.replace(/[\u200e\u200f]/g, '')}${end}`
}
