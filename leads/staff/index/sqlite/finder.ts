import type { Search } from '../entries/terms.ts'
import { type Column, chunkSize, type Finder, type Place, type Wanted } from '../index-database.ts'

/** So many that match are sorted; of more, the order is walked along. */
const mostSorted = 100_000
/** So many are looked up one by one on such a walk; then all that match are found at once. */
const longestWalk = 1_000

/** Runs a statement, prepared once, and gives its rows. */
type All = <Row>(sql: string, values: unknown[]) => Row[]

/** Finds leads by FTS5, which keeps the leads of each term in their order. */
export function createSqliteFinder(all: All, most = mostSorted): Finder {
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
      if (count(wanted, most) === most) {
        const walked = isLookedUpFast(wanted.search)
          ? all<Place & { found: number }>(walk(column), [...from, longestWalk, match])
          : []
        const found = walked.filter((place) => place.found).slice(0, limit)
        if (within.sql === '' && found.length === limit) {
          return found.map(({ seq, value }) => ({ seq, value }))
        }
        const { from: first = '', to: last = '9' } = wanted
        return all<Place>(walkWithAll(column), [...from, first, last, match, limit])
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

/** All that match are found first, once; the plus keeps them from being what is walked along. */
const walkWithAll = (column: Column) => `
  select seq, ${column} as value from lead_entry
  where (${column}, seq) > (?1, ?2) and created_at >= ?3 and created_at < ?4
    and +seq in (select rowid from lead_terms where lead_terms match ?5)
  order by ${column}, seq limit ?6`

/** FTS5 joins the leads of all terms that begin so, anew for each lead that is looked up. */
const isLookedUpFast = (search: Search) =>
  !search.some((group) => group.some(({ isPrefix }) => isPrefix))

/** In the language of FTS5, whose terms are in quotes. */
function matchOf(search: Search): string {
  const groups = search.map((group) =>
    group.map(({ term, isPrefix }) => `"${term}"${isPrefix ? ' *' : ''}`).join(' OR '),
  )
  return groups.map((group) => `(${group})`).join(' AND ')
}
