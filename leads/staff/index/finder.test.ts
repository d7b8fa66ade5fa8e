import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFrom, randomLead } from '../testing/random-leads.ts'
import { databaseKinds, setUpIndex, type TestIndex } from '../testing/test-index.ts'
import { entryOf } from './entries/entry.ts'
import { indexedColumns } from './entries/indexed-row.ts'
import { searchOf } from './entries/terms.ts'
import { Finder, type Position } from './finder.ts'

describe.each(databaseKinds)('leads in %s', (kind) => {
  const random = randomFrom(29)
  let test: TestIndex
  let all: { seq: number; name: string; email: string; created_at: string; terms: string[] }[]
  /** One finder checks all leads one by one. The other checks a single lead before it searches the index. */
  let finders: Finder[]
  beforeAll(async () => {
    test = await setUpIndex(kind)
    await test.add(Array.from({ length: 300 }, () => randomLead(random)))
    await test.indexAll()
    const { database } = test.index
    const rows = await database
      .selectFrom('lead')
      .innerJoin('lead_entry', 'lead_entry.lead_id', 'lead.id')
      .select(indexedColumns.map((name) => `lead.${name}` as const))
      .select('seq')
      .orderBy('seq')
      .execute()
    all = rows.map((row) => ({ ...entryOf(row, [], test.forms), seq: row.seq }))
    finders = [new Finder(database), new Finder(database, 1)]
  })
  afterAll(() => test.close())

  /** Returns all positions, read page by page. */
  async function readAll(read: (after: Position | undefined) => Promise<Position[]>) {
    const found: Position[] = []
    for (;;) {
      const part = await read(found.at(-1))
      found.push(...part)
      if (part.length === 0) return found.map(({ seq }) => seq)
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
  ])('are found in order, with and without the index: %j', async (filter) => {
    const criteria = { search: searchOf(filter), from: filter.from, to: filter.to }
    const { search, from = '', to = '9' } = criteria
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
    const oldest = matching.map(({ seq }) => seq)
    for (const finder of finders) {
      const inOrder = (order: 'newest' | 'oldest') =>
        readAll((after) => finder.inOrder(criteria, order, { after, limit: 41 }))
      expect(await inOrder('oldest')).toEqual(oldest)
      expect(await inOrder('newest')).toEqual(oldest.toReversed())
      for (const column of ['name', 'email'] as const) {
        const bytes = (one: (typeof all)[number]) => Buffer.from(one[column])
        const sorted = matching.toSorted((one, other) => Buffer.compare(bytes(one), bytes(other)))
        const found = await readAll((after) =>
          finder.sorted(criteria, column, { after, limit: 41 }),
        )
        expect(found).toEqual(sorted.map(({ seq }) => seq))
      }
      expect(await finder.count(criteria, 1_000)).toBe(oldest.length)
      expect(await finder.count(criteria, 7)).toBe(Math.min(oldest.length, 7))
    }
  })
})
