import { createHash } from 'node:crypto'
import { cleanEmail } from '../../../clean-text.ts'
import { type LeadFilter, nobody } from '../../../contract/contract.ts'
import type { IndexedRow } from './indexed-row.ts'
import { searchedWords } from './words.ts'

/**
 * A term that leads are found by. A word is a term itself. Each of its prefixes of up to three letters is a term with
 * a trailing colon. A filter value is a hash after a colon. Words of visitors contain only letters and digits, so
 * they cannot be confused with other terms. Terms of spam begin with `s:`, so that searches do not have to exclude
 * spam.
 */
export type Term = string

/** Maximum length of prefixes that are separate terms. Longer prefixes match few enough words to look them up. */
const maxPrefixLength = 3

/** Maximum size of a lead's words in bytes. Words beyond it are not indexed. */
const maxBytes = 400_000

/** Returns all terms of a lead. */
export function termsOf(
  row: IndexedRow,
  { source, campaign, topics }: { source: string; campaign: string; topics: readonly string[] },
  words: Iterable<string>,
): Term[] {
  const spam = row.spam === 1
  const terms = new Set<Term>([
    everything(spam),
    tag(spam, 'form', row.form),
    tag(spam, 'status', row.status),
    tag(spam, 'delivery', row.state),
    tag(spam, 'owner', row.owner ?? nobody),
    tag(spam, 'source', source),
    ...(campaign ? [tag(spam, 'campaign', campaign)] : []),
    ...topics.map((label) => tag(spam, 'topic', label)),
  ])
  const scope = spam ? spamPrefix : ''
  let bytes = 0
  for (const word of words) {
    if (terms.has(scope + word)) continue
    bytes += Buffer.byteLength(word)
    if (bytes > maxBytes) break
    terms.add(scope + word)
    let prefix = ''
    for (const letter of [...word].slice(0, maxPrefixLength)) {
      prefix += letter
      terms.add(`${scope}${prefix}:`)
    }
  }
  return [...terms]
}

/** A search: of each group, at least one term must match, exactly or as a prefix. */
export type Search = readonly (readonly { term: Term; isPrefix: boolean }[])[]

/** Maximum number of words in a search. Of more words, such as a pasted message, only the longest count. */
const maxWords = 32

/**
 * Returns a filter as terms, except for its times. A search text without a word, such as `%`, matches nothing. If it
 * matched all leads, a bulk change could change all of them by mistake.
 */
export function searchOf(filter: LeadFilter): Search {
  const spam = filter.spam === true
  const exactly = (kind: Kind, values: readonly string[] | undefined) =>
    values?.length
      ? [values.map((value) => ({ term: tag(spam, kind, value), isPrefix: false }))]
      : []
  const { q = '' } = filter
  // Normalizes an address as it is stored.
  const words = searchedWords(/[@\uff20\ufe6b]/.test(q) ? cleanEmail(q) : q)
  if (words.length === 0 && q.trim()) return [[{ term: nothing, isPrefix: false }]]
  const longestWords = words.toSorted(byLength).slice(0, maxWords)
  const scope = spam ? spamPrefix : ''
  const search = [
    ...longestWords.map((group) =>
      group.map((word) =>
        [...word].length > maxPrefixLength
          ? { term: scope + word, isPrefix: true }
          : { term: `${scope}${word}:`, isPrefix: false },
      ),
    ),
    ...exactly('form', filter.form),
    ...exactly('status', filter.status),
    ...exactly('topic', filter.topic),
    ...exactly('source', filter.source),
    ...exactly('campaign', filter.campaign),
    ...exactly('delivery', filter.delivery),
    ...exactly('owner', filter.owner),
  ]
  return search.length > 0 ? search : [[{ term: everything(spam), isPrefix: false }]]
}

const byLength = ([one = '']: string[], [other = '']: string[]) => other.length - one.length

const spamPrefix = 's:'

/** A term that no lead has. */
const nothing: Term = ':nothing'

const everything = (spam: boolean): Term => `${spam ? spamPrefix : ''}:`

const kinds = {
  form: 'f',
  status: 't',
  topic: 'i',
  source: 'r',
  campaign: 'c',
  delivery: 'd',
  owner: 'o',
} as const
type Kind = keyof typeof kinds

const cache = new Map<string, Term>()
/** Maximum number of cached hashes, because visitors can invent campaigns and sources. */
const maxCached = 10_000

function tag(spam: boolean, kind: Kind, value: string): Term {
  const key = `${kinds[kind]}${value}`
  let term = cache.get(key)
  if (term === undefined) {
    if (cache.size >= maxCached) cache.clear()
    term = `:${kinds[kind]}${createHash('sha256').update(value).digest('hex').slice(0, 12)}`
    cache.set(key, term)
  }
  return spam ? spamPrefix + term : term
}
