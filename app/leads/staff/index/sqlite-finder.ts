import { type Column, chunkSize, type Finder, type Place, type Wanted } from './index-database.ts'
import type { Search } from './terms.ts'

/** So many that match are sorted; of more, the order is walked along and each looked up. */
const mostSorted = 100_000
/** A walk ends after so many that do not match, and all that match are sorted after all. */
const longestWalk = 1_000

/** Runs a statement, prepared once, and gives its rows. */
type All = <Row>(sql: string, values: unknown[]) => Row[]

/** Finds leads by FTS5, which keeps the leads of each term in their order. */
export function createSqliteFinder(all: All): Finder {
  function bounds({ from, to }: Wanted): { sql: string; values: unknown[] } | undefined {
    if (from === undefined && to === undefined) return { sql: '', values: [] }
    const [{ low, high } = { low: null, high: null }] = all<{
      low: number | null
      high: number | null
    }>(
      'select min(chunk) as low, max(chunk) as high from lead_chunk where last_at >= ? and first_at < ?',
      [from ?? '', to ?? '9'],
    )
    if (low === null || high === null) return undefined
    return {
      sql: 'and lead_terms.rowid between ? and ? and lead_entry.created_at >= ? and lead_entry.created_at < ?',
      values: [low * chunkSize, (high + 1) * chunkSize - 1, from ?? '', to ?? '9'],
    }
  }

  function count(wanted: Wanted, bound: number): number {
    const within = bounds(wanted)
    if (!within) return 0
    const entry = within.sql && 'cross join lead_entry on lead_entry.seq = lead_terms.rowid'
    const [row] = all<{ leads: number }>(
      `select count(*) as leads from (
        select 1 from lead_terms ${entry} where lead_terms match ? ${within.sql} limit ?)`,
      [matchOf(wanted.search), ...within.values, bound],
    )
    return row?.leads ?? 0
  }

  return {
    async count(wanted, bound) {
      return count(wanted, bound)
    },

    async inOrder(wanted, order, { after, limit }) {
      const within = bounds(wanted)
      if (!within) return []
      const entry = within.sql && 'cross join lead_entry on lead_entry.seq = lead_terms.rowid'
      const [direction, beyond] = order === 'newest' ? ['desc', '<'] : ['asc', '>']
      return all<Place>(
        `select lead_terms.rowid as seq from lead_terms ${entry}
         where lead_terms match ? ${within.sql} ${after ? `and lead_terms.rowid ${beyond} ?` : ''}
         order by lead_terms.rowid ${direction} limit ?`,
        [matchOf(wanted.search), ...within.values, ...(after ? [after.seq] : []), limit],
      )
    },

    async sorted(wanted, column, { after, limit }) {
      const within = bounds(wanted)
      if (!within) return []
      const match = matchOf(wanted.search)
      const from: [string, number] = [after?.value ?? '', after?.seq ?? -1]
      if (count(wanted, mostSorted) === mostSorted) {
        const walked = all<Place & { found: number }>(walk(column), [...from, longestWalk, match])
        const found = walked.filter((place) => place.found).slice(0, limit)
        if (within.sql === '' && (found.length === limit || walked.length < longestWalk)) {
          return found.map(({ seq, value }) => ({ seq, value }))
        }
      }
      return all<Place>(
        `select seq, ${column} as value
         from lead_terms cross join lead_entry on lead_entry.seq = lead_terms.rowid
         where lead_terms match ? ${within.sql} and (${column}, seq) > (?, ?)
         order by ${column}, seq limit ?`,
        [match, ...within.values, ...from, limit],
      )
    },
  }
}

const walk = (column: Column) => `
  select seq, value,
    exists (select 1 from lead_terms where lead_terms.rowid = seq and lead_terms match ?4) as found
  from (select seq, ${column} as value from lead_entry where (${column}, seq) > (?1, ?2)
    order by ${column}, seq limit ?3)`

/** In the language of FTS5, whose terms are in quotes. */
function matchOf(search: Search): string {
  const groups = search.map((group) =>
    group.map(({ term, isPrefix }) => `"${term}"${isPrefix ? ' *' : ''}`).join(' OR '),
  )
  return groups.map((group) => `(${group})`).join(' AND ')
}
