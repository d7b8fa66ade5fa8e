import { createHash } from 'node:crypto'
import { cleanEmail } from '../../../clean-text.ts'
import { type LeadFilter, nobody } from '../../../contract/contract.ts'
import type { IndexedRow } from './indexed-row.ts'
import { searchedWords } from './words.ts'

/**
 * What leads are found by. A word stands as it is, its beginnings of up to three letters with a colon
 * behind, and what is filtered by as a hash behind a colon: no word of a visitor, which is letters and
 * digits, can be taken for it. What stands for spam begins with `s:`, so that it is never met with
 * anything else, and no search has to leave it out.
 */
export type Term = string

/** A beginning of at most so many letters is a term of its own; longer ones are few enough to look up. */
const longestPrefix = 3

/** Of so many bytes at most; a lead whose fields and notes have more is found by the first of them. */
const mostBytes = 400_000

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
    if (bytes > mostBytes) break
    terms.add(scope + word)
    let prefix = ''
    for (const letter of [...word].slice(0, longestPrefix)) {
      prefix += letter
      terms.add(`${scope}${prefix}:`)
    }
  }
  return [...terms]
}

/** What has to be found: one term, or one that begins so, of each group. */
export type Search = readonly (readonly { term: Term; isPrefix: boolean }[])[]

/** So many words of a search count, the longest: a pasted message is found by them as well. */
const mostWords = 32

/**
 * A filter as the terms that say it; when a lead came is no term. What is searched for without a word in
 * it, such as `%`, is found nowhere: it must not stand for all leads, which may be changed by it.
 */
export function searchOf(filter: LeadFilter): Search {
  const spam = filter.spam === true
  const exactly = (kind: Kind, values: readonly string[] | undefined) =>
    values?.length
      ? [values.map((value) => ({ term: tag(spam, kind, value), isPrefix: false }))]
      : []
  const { q = '' } = filter
  // An address is searched as it is stored.
  const words = searchedWords(/[@\uff20\ufe6b]/.test(q) ? cleanEmail(q) : q)
  if (words.length === 0 && q.trim()) return [[{ term: nothing, isPrefix: false }]]
  const counting = words.toSorted(byLength).slice(0, mostWords)
  const scope = spam ? spamPrefix : ''
  const search = [
    ...counting.map((group) =>
      group.map((word) =>
        [...word].length > longestPrefix
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

/** No lead has it. */
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

const known = new Map<string, Term>()
/** Visitors make up campaigns and sources. */
const mostKnown = 10_000

function tag(spam: boolean, kind: Kind, value: string): Term {
  const key = `${kinds[kind]}${value}`
  let term = known.get(key)
  if (term === undefined) {
    if (known.size >= mostKnown) known.clear()
    term = `:${kinds[kind]}${createHash('sha256').update(value).digest('hex').slice(0, 12)}`
    known.set(key, term)
  }
  return spam ? spamPrefix + term : term
}
