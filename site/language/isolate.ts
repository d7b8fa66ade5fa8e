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

// Parts of expressions. \p{No} are characters such as ² and ½.
const digit = String.raw`\d\u06f0-\u06f9`
const latin = String.raw`\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}`
const rightToLeft = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`
const dash = String.raw`\-\u2010-\u2015\u2212`
const space = String.raw`[ \u00a0\u2009\u202f]`
const word = String.raw`[${digit}${latin}\p{No}]+`
const before = String.raw`[+${dash}±~≈≤≥#№×*%٪\p{Sc}]{0,3}(?:\p{Sc}${space})?`
const between = String.raw`[+${dash}±~#×*%٪‰°′″\p{Sc}.,:;/@=_'’٫٬]{1,3}`
const after = String.raw`(?:${space}?(?:[%٪‰°]|\p{Sc}(?![${digit}]))|[+×*#′″]){0,3}`
/** The area code of a phone number. */
const area = String.raw`\([${digit}]{1,4}\)(?:${space}|[.-])?(?=[${digit}]{3}|[${digit}]{1,2}[ .-][${digit}])`
const rest = `(?:(?:${between}|(?:${space}|[.-])?${area})${word})*${after}`
const number = `${before}(?:${area})?(?=[${digit}])${word}${rest}`
const numberList = `${number}(?:${space}(?:[${dash}×÷+=/]${space})?${number})*`
/** From a Latin letter to the last one before a right-to-left letter, with the numbers after it. */
const latinText = String.raw`[${latin}](?:[^\n${rightToLeft}\ue000\ue001\u2066-\u2069]*[${latin}])?(?:${word})?${rest}(?:${space}${number})*`

/**
 * Matches an isolate, an HTML entity, or a right-to-left letter before a dash, which stay as they are; a phone number in
 * Arabic digits; Latin text; or numbers with everything that belongs to them. Takes linear time: what can fail has a
 * maximum length. Has no lookbehind, which Safari supports only since 16.4.
 */
const pieces = new RegExp(
  [
    String.raw`[\u2066-\u2068][^\u2066-\u2069]*\u2069|&#?\w{1,10};|(?![${digit}])[${rightToLeft}][${dash}]+`,
    String.raw`([+(][\u0660-\u0669][\u0660-\u0669 ().–-]{5,25}[\u0660-\u0669])`,
    `(${latinText})`,
    `(${numberList})(${space}?${latinText})?`,
  ].join('|'),
  'gu',
)
const oneNumber = new RegExp(number, 'gu')

/** Matches a sign that right-to-left text would move: not a point, comma, colon, or slash between digits. */
const sign = new RegExp(`[^${digit}${latin}.,:/]|[.,:/](?![${digit}])|[${latin}][.,:/]`, 'u')

/** Matches numbers with spaces that are one: a phone number, thousands, or a range such as `5 – 10%`. */
const withSpaces = new RegExp(
  [
    String.raw`^[+0][${digit}]|\(`,
    `^[${digit}]{1,3}(?:${space}[${digit}]{3})+${after}$|^[${digit}]{2,}(?:[ -][${digit}]{2,}){2,}$`,
    String.raw`^(?![${digit}]{4} [${dash}])(?=.*[×÷+=:%٪‰°\p{Sc}]).*${space}[${dash}×÷+=/]${space}`,
  ].join('|'),
  'u',
)

/**
 * Returns a text whose numbers are isolates, together with their signs, currencies, and units. Right-to-left text would
 * reverse `8–15%`, `+1 (214) 555-0142`, and `50 USD`. Numbers without signs stay as they are.
 */
export const isolateNumbers = (text: string): string =>
  text.replace(pieces, (all: string, phone?: string, latin?: string, list = '', unit = '') => {
    if (phone) return isolate(all)
    // A Latin text has the right order, except for a sign at its end.
    if (latin) return /\d.?[+×*#′″]$/u.test(all.slice(-4)) ? isolate(all) : all
    if (!list) return all
    if (unit || withSpaces.test(list)) return isolateSigned(all)
    return list.replace(oneNumber, isolateSigned)
  })

const isolateSigned = (text: string): string => (sign.test(text) ? isolate(text) : text)

/** Returns a left-to-right isolate. Arabic digits have a direction of their own, which needs an override. */
const isolate = (text: string): string =>
  /[\u0660-\u0669]/.test(text)
    ? `${leftToRight}\u202d${text}\u202c${end}`
    : `${leftToRight}${text}${end}`

/**
 * Returns a text that is left-to-right in every language: a number with its unit, a range, a phone number, or an
 * address. In right-to-left languages, it is an isolate.
 */
export function fromLeft(text: string, locale: string): string {
  if (!isMirrored(locale)) return text
  return isolate(text.replace(/[\u200e\u200f]/g, ''))
}
