import { fold } from 'halvi-kit/fold'
import { english } from '../language/language.ts'

/** Maximum length of a search, in characters. The rest is ignored. */
const maxQueryLength = 100

/** Returns a visitor's search: the trimmed `q` parameter of a URL. */
export function searchQuery(url: string): string {
  return (new URL(url).searchParams.get('q') ?? '').trim().slice(0, maxQueryLength)
}

/**
 * Returns the entries that contain every word of a query. Ignores letter case, accents, and variants of Arabic letters.
 * Also ignores the plural's s in English, and the article in Arabic.
 */
export function search<Entry>(
  entries: readonly Entry[],
  query: string,
  textOf: (entry: Entry) => string,
  { code } = english,
): Entry[] {
  const ending = code === english.code ? /(?<=...)s$/ : /^ال(?=...)/
  const queryWords = words(query).map((word) => word.replace(ending, ''))
  return entries.filter((entry) => {
    const text = words(textOf(entry)).join(' ')
    return queryWords.every((word) => text.includes(word))
  })
}

const words = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}%$]+/u)
    .filter(Boolean)
