import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFrom, randomLead } from '../../testing/random-leads.ts'
import { kinds, setUpIndex, type TestIndex } from '../../testing/test-index.ts'
import { searchOf } from '../entries/terms.ts'
import type { Finder, Place } from '../index-database.ts'
import { createPostgresFinder, type Query } from './finder.ts'

describe.runIf(kinds.includes('PostgreSQL'))('leads in PostgreSQL', () => {
  const random = randomFrom(29)
  let test: TestIndex
  let pool: pg.Pool
  let all: { seq: string; name: string; email: string; created_at: string; terms: string[] }[]
  /** Look at all leads one by one, and at one of them before the index is asked. */
  let finders: Finder[]
  beforeAll(async () => {
    test = await setUpIndex('PostgreSQL')
    await test.add(Array.from({ length: 300 }, () => randomLead(random)))
    await test.indexAll()
    pool = new pg.Pool({ connectionString: test.databaseUrl })
    const query: Query = async (sql, values) => (await pool.query(sql, values)).rows
    all = await query(
      'select seq, name, email, created_at, tsvector_to_array(terms) as terms from lead_entry order by seq',
      [],
    )
    finders = [
      createPostgresFinder(query),
      createPostgresFinder(query, { inOrder: 1, byColumn: 1 }),
    ]
  })
  afterAll(async () => {
    await pool.end()
    await test.close()
  })

  /** All places, a page at a time. */
  async function paged(read: (after: Place | undefined) => Promise<Place[]>): Promise<Place[]> {
    const places: Place[] = []
    for (;;) {
      const part = await read(places.at(-1))
      places.push(...part)
      if (part.length === 0) return places
    }
  }

  it.each([
    {},
    { q: 'mail' },
    { q: 'exam' },
    { q: 'a' },
    { form: ['waitlist' as const] },
    { q: 'khan', form: ['waitlist' as const] },
    { q: 'halal food' },
    { q: 'invest return months khan' },
    { from: '2025-03-01T00:00:00Z', to: '2025-06-01T00:00:00Z' },
    { q: 'amin', from: '2025-03-01T00:00:00Z' },
  ])('are found in order, with the index and without it: %j', async (filter) => {
    const wanted = { search: searchOf(filter), from: filter.from, to: filter.to }
    const { search, from = '', to = '9' } = wanted
    const matching = all.filter(
      ({ terms, created_at }) =>
        created_at >= from &&
        created_at < to &&
        search.every((group) =>
          group.some(({ term, isPrefix }) =>
            terms.some((one) => (isPrefix ? one.startsWith(term) : one === term)),
          ),
        ),
    )
    expect(matching.length).toBeGreaterThan(0)
    const oldest = matching.map(({ seq }) => Number(seq))
    for (const finder of finders) {
      const inOrder = (order: 'newest' | 'oldest') =>
        paged((after) => finder.inOrder(wanted, order, { after, limit: 41 }))
      expect((await inOrder('oldest')).map(({ seq }) => seq)).toEqual(oldest)
      expect((await inOrder('newest')).map(({ seq }) => seq)).toEqual(oldest.toReversed())
      for (const column of ['name', 'email'] as const) {
        const bytes = (one: (typeof all)[number]) => Buffer.from(one[column])
        const sorted = matching.toSorted((one, other) => Buffer.compare(bytes(one), bytes(other)))
        const found = await paged((after) => finder.sorted(wanted, column, { after, limit: 41 }))
        expect(found.map(({ seq }) => seq)).toEqual(sorted.map(({ seq }) => Number(seq)))
      }
      expect(await finder.count(wanted, 1_000)).toBe(oldest.length)
      expect(await finder.count(wanted, 7)).toBe(Math.min(oldest.length, 7))
    }
  })
})
