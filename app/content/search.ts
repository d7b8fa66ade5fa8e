/** Maximum length of a search, in characters. The rest is ignored. */
const maxQueryLength = 100

/** Returns a visitor's search: the trimmed `q` parameter of a URL. */
export function searchQuery(url: string): string {
  return (new URL(url).searchParams.get('q') ?? '').trim().slice(0, maxQueryLength)
}

/** Returns the entries that contain every word of a query. Ignores letter case, accents, and a plural's s. */
export function search<Entry>(
  entries: readonly Entry[],
  query: string,
  textOf: (entry: Entry) => string,
): Entry[] {
  const queryWords = words(query).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
  return entries.filter((entry) => {
    const text = words(textOf(entry)).join(' ')
    return queryWords.every((word) => text.includes(word))
  })
}

function words(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}%$]+/u)
    .filter(Boolean)
}
