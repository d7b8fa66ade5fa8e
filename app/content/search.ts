/** The longest search that is looked at, in characters. */
const longestQuery = 100

/** What a visitor searches for: the `q` of an address, without blanks around it. */
export function searchQuery(url: string): string {
  return (new URL(url).searchParams.get('q') ?? '').trim().slice(0, longestQuery)
}

/** Returns the entries that contain every word of a query, whatever their case, accents and a plural's s. */
export function search<Entry>(
  entries: readonly Entry[],
  query: string,
  textOf: (entry: Entry) => string,
): Entry[] {
  const wanted = words(query).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
  return entries.filter((entry) => {
    const text = words(textOf(entry)).join(' ')
    return wanted.every((word) => text.includes(word))
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
