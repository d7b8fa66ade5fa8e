import { createHash } from 'node:crypto'
import { cleanEmail } from '../../clean-text.ts'
import type { LeadFilter } from '../../contract/leads.ts'
import { searchedWords } from './words.ts'

/**
 * A term that leads are found by. A word is a term itself. A topic is a hash after a colon. Words contain only letters
 * and digits, so they cannot be confused with other terms.
 */
export type Term = string

/**
 * Maximum length of prefixes that are indexed. Longer prefixes match few enough words to look them up. FTS5 has an
 * index for them. On PostgreSQL, each is a term with a trailing colon.
 */
const maxPrefixLength = 3

/** Maximum size of a lead’s words in bytes, with the spaces between them. Words beyond it are not stored. */
const maxBytes = 40_000

/** Returns the terms of words and topics. */
export function termsOf(words: Iterable<string>, topics: readonly string[]): Term[] {
  const terms = new Set<Term>(topics.map(topicTerm))
  let bytes = 0
  for (const word of words) {
    if (terms.has(word)) continue
    bytes += Buffer.byteLength(word) + 1
    if (bytes > maxBytes) break
    terms.add(word)
  }
  return [...terms]
}

/** Returns terms, and those of the prefixes of words. */
export function withPrefixes(terms: readonly Term[]): Term[] {
  const all = new Set(terms)
  for (const term of terms) {
    if (term.startsWith(':')) continue
    const letters = [...term].slice(0, maxPrefixLength)
    for (let length = 1; length <= letters.length; length++) {
      all.add(`${letters.slice(0, length).join('')}:`)
    }
  }
  return [...all]
}

/** A term that no lead has. */
const nothing: Term = ':nothing'

/** Maximum number of words in a search. Of more words, such as a pasted message, only the longest count. */
const maxWords = 32

/**
 * Returns the words and topics of a filter in the query language of `tsquery` or FTS5, or undefined without any. A
 * search text without a word, such as `%`, matches nothing. If it matched all leads, a bulk change could change all of
 * them by mistake.
 */
export function termQuery(
  { q = '', topic = [] }: Pick<LeadFilter, 'q' | 'topic'>,
  isPostgres: boolean,
): string | undefined {
  const [quote, prefix, or, and] = isPostgres
    ? ["'", ':*', ' | ', ' & ']
    : ['"', ' *', ' OR ', ' AND ']
  const exactly = (term: Term) => `${quote}${term}${quote}`
  const beginning = (word: string) =>
    isPostgres && [...word].length <= maxPrefixLength ? exactly(`${word}:`) : exactly(word) + prefix
  // Normalizes an address as it is stored.
  const words = searchedWords(/[@\uff20\ufe6b]/.test(q) ? cleanEmail(q) : q)
  if (words.length === 0 && q.trim()) return exactly(nothing)
  const longest = words.toSorted(([one = ''], [other = '']) => other.length - one.length)
  const groups = longest.slice(0, maxWords).map((group) => group.map(beginning))
  if (topic.length > 0) groups.push(topic.map(topicTerm).map(exactly))
  return groups.map((group) => `(${group.join(or)})`).join(and) || undefined
}

const topicTerm = (label: string): Term =>
  `:${createHash('sha256').update(label).digest('hex').slice(0, 12)}`
