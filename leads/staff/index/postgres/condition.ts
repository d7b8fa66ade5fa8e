import type { Search } from '../entries/terms.ts'
import type { Wanted } from '../index-database.ts'
import type { Window } from './windows.ts'

/** GIN joins all leads of all terms that begin alike before it meets others': of so many words at most. */
const mostPrefixes = 3

/** A part of a statement, in SQL with values; the first three are terms and the numbers from and to. */
interface Condition {
  sql: string
  values: unknown[]
}

/** What is wanted within a window, of `lead_entry`. */
export function condition({ search, from, to }: Wanted, { low, high, term }: Window): Condition {
  const own = term === undefined ? [] : [[{ term, isPrefix: false }]]
  const isLong = (group: Search[number]) => group.some(({ isPrefix }) => isPrefix)
  const beyond = search.filter(isLong).slice(mostPrefixes)
  const inIndex = search.filter((group) => !beyond.includes(group))
  // Not `seq between`, for which PostgreSQL may take the primary key's index in place of GIN.
  const parts = ['terms @@ $1::tsquery', 'seq + 0 >= $2', 'seq + 0 <= $3']
  const values: unknown[] = [queryOf([...own, ...inIndex]), low, high]
  // Not for the index, which would take it for one more condition of its own.
  if (beyond.length > 0)
    parts.push(`coalesce(terms @@ $${values.push(queryOf(beyond))}::tsquery, false)`)
  if (from !== undefined) parts.push(`created_at >= $${values.push(from)}`)
  if (to !== undefined) parts.push(`created_at < $${values.push(to)}`)
  return { sql: parts.join(' and '), values }
}

/** In the language of tsquery, whose lexemes are in quotes. */
function queryOf(search: Search): string {
  const groups = search.map((group) =>
    group.map(({ term, isPrefix }) => `'${term}'${isPrefix ? ':*' : ''}`).join(' | '),
  )
  return groups.map((group) => `(${group})`).join(' & ')
}
