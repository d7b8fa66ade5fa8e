import { isRecord } from '../documents/values.ts'

/** A word or a phrase of a search. A phrase has its words in this order, one after the other. */
interface Term {
  isNegated: boolean
  pattern: RegExp
}

const TERM = /-?"[^"]*"?|\S+/g
const WORD_OR_PREFIX = /[\p{L}\p{M}\p{N}_]+\*?|\*/gu
const LETTER = '[\\p{L}\\p{M}\\p{N}_]'
const BETWEEN_WORDS = '[^\\p{L}\\p{M}\\p{N}_]+'

/** Maximum number of words of a search; others are ignored. The pattern of each takes a millisecond to compile. */
const MAX_WORDS = 50

/** BM25's saturation: how soon more occurrences of a term stop mattering. */
const SATURATION = 1.2

let last: { query: string; terms: Term[] } | undefined
let lastRank: { given: readonly unknown[]; rank: number } | undefined

/**
 * Returns how well texts fit a search as in `text::query`, above 0 if they have all of its words and phrases and none
 * that follow a minus. `*` ends a prefix. Marks on letters do not count. A text is a string, or any value with the strings in it, except for
 * attributes that start with `_`.
 */
export function rank(query: unknown, ...texts: unknown[]): number {
  const given = [query, ...texts]
  const isSame = lastRank?.given.length === given.length
  if (lastRank && isSame && lastRank.given.every((value, index) => value === given[index])) {
    return lastRank.rank
  }
  lastRank = { given, rank: typeof query === 'string' ? rankOf(termsOf(query), texts) : 0 }
  return lastRank.rank
}

function rankOf(terms: readonly Term[], values: unknown[]): number {
  if (terms.length === 0) return 0
  const texts: string[] = []
  for (const value of values) addTexts(value, texts)
  let sum = 0
  for (const term of terms) {
    const frequency = occurrences(term, texts)
    if (frequency > 0 === term.isNegated) return 0
    sum += (frequency * (SATURATION + 1)) / (frequency + SATURATION)
  }
  // A search that only excludes words finds all other texts alike.
  return sum || 1
}

function termsOf(query: string): Term[] {
  if (last?.query === query) return last.terms
  const terms: Term[] = []
  let left = MAX_WORDS
  for (const text of withoutMarks(query).match(TERM) ?? []) {
    const isNegated = text.startsWith('-')
    const words = (text.match(WORD_OR_PREFIX) ?? []).slice(0, left)
    left -= words.length
    const phrases = text.includes('"') ? [words] : words.map((word) => [word])
    for (const phrase of phrases) {
      if (phrase.length > 0) terms.push({ isNegated, pattern: patternOf(phrase) })
    }
  }
  last = { query, terms }
  return terms
}

/** Returns a pattern for whole words. Splitting each text into words would take four times as long. */
function patternOf(phrase: readonly string[]): RegExp {
  const words = phrase.map((word) =>
    word.replace(/^\*$/, `${LETTER}+`).replace(/\*$/, `${LETTER}*`),
  )
  return new RegExp(`(?<!${LETTER})${words.join(BETWEEN_WORDS)}(?!${LETTER})`, 'giu')
}

function occurrences({ pattern }: Term, texts: readonly string[]): number {
  return texts.reduce((count, text) => count + (text.match(pattern)?.length ?? 0), 0)
}

const NOT_ASCII = /[^\0-\x7f]/

/** Returns a text without the marks on its letters, however they are encoded: accents, and the vowels of Arabic. */
function withoutMarks(text: string): string {
  return NOT_ASCII.test(text) ? text.normalize('NFD').replace(/\p{Mn}/gu, '') : text
}

function addTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(withoutMarks(value))
  else if (Array.isArray(value)) for (const item of value) addTexts(item, texts)
  else if (isRecord(value)) {
    for (const name in value) if (!name.startsWith('_')) addTexts(value[name], texts)
  }
}
