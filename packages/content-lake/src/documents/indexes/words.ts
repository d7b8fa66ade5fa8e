const MAX_WORD_LENGTH = 1024

/** Dots at the edge of a word, and the characters between words, of the operator `match`. */
const EDGE_DOTS = /\b\.+|(?<!\.)\.+\b/g
const BETWEEN_WORDS = /[!@#$%^&*(),\\/?";:{}|[\]+<>\s-]+/
const BETWEEN_PATTERNS = /[!@#$%^&(),\\/?";:{}|[\]+<>\s-]+/

/** Returns the words of a text, or of the texts in a list, in upper case. */
export function wordsIn(value: unknown): Set<string> {
  const words = new Set<string>()
  for (const text of Array.isArray(value) ? value : [value]) {
    if (typeof text !== 'string') continue
    for (const word of text.normalize().replace(EDGE_DOTS, '').split(BETWEEN_WORDS)) {
      if (word) words.add(word.toUpperCase())
    }
  }
  return words
}

/** Returns the words on the right of `match`, in upper case. */
export function patternsIn(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.replace(EDGE_DOTS, '').split(BETWEEN_PATTERNS))
  return words.filter(Boolean).map((word) => word.slice(0, MAX_WORD_LENGTH).toUpperCase())
}
