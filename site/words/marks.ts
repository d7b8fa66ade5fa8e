/**
 * The marks around an English text that stands in for a missing translation. They are characters of the private use
 * area, because a word is a string until it is part of a page.
 */
export const start = '\ue000'
export const end = '\ue001'

/** Returns an English text with marks. */
export const inEnglish = (text: string): string => `${start}${text}${end}`

/** Returns whether a text starts with a mark: it is in English on a page in another language. */
export const isInEnglish = (text: string): boolean => text.startsWith(start)

/** Returns a text without marks, for attributes, mail, and titles. */
export const withoutMarks = (text: string): string => text.replace(/[\ue000\ue001]/g, '')

/** Returns JSON with escaped marks. `renderMarks` leaves them, and `JSON.parse` restores them. */
export const escapeMarks = (json: string): string =>
  json.replace(/[\ue000\ue001]/g, (mark) => (mark === start ? '\\ue000' : '\\ue001'))
