import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leadsIndexFile } from '../../../store/database/file-names.ts'
import { preparedOnce } from '../../../store/database/sqlite.ts'
import { randomFrom, randomLead } from '../../testing/random-leads.ts'
import { setUpIndex, type TestIndex } from '../../testing/test-index.ts'
import { searchOf } from '../entries/terms.ts'
import type { Place } from '../index-database.ts'
import { createSqliteFinder } from './finder.ts'

const random = randomFrom(23)
let test: TestIndex
let database: Database.Database
beforeAll(async () => {
  test = await setUpIndex('SQLite')
  await test.add(Array.from({ length: 300 }, () => randomLead(random)))
  await test.indexAll()
  database = new Database(join(test.dataDir, leadsIndexFile), { readonly: true })
})
afterAll(async () => {
  database.close()
  await test.close()
})

it.each([
  {},
  { q: 'gmai' },
  { q: 'a' },
  { form: ['waitlist' as const] },
  { q: 'gmai', form: ['waitlist' as const] },
  { from: '2025-03-01T00:00:00Z', to: '2025-06-01T00:00:00Z' },
  { q: 'amin', from: '2025-03-01T00:00:00Z' },
])('finds the same in the same order, few or many: %j', async (filter) => {
  const prepare = preparedOnce(database)
  const all = <Row>(sql: string, values: unknown[]) => prepare(sql).all(values) as Row[]
  const wanted = { search: searchOf(filter), from: filter.from, to: filter.to }
  for (const column of ['name', 'email'] as const) {
    const sorted: Place[] = []
    const walked: Place[] = []
    for (const [places, most] of [
      [sorted, 100_000],
      [walked, 1],
    ] as const) {
      const finder = createSqliteFinder(all, most)
      for (let after: Place | undefined; ; after = places.at(-1)) {
        const part = await finder.sorted(wanted, column, { after, limit: 7 })
        places.push(...part)
        if (part.length === 0) break
      }
    }
    expect(sorted.length).toBe(await createSqliteFinder(all).count(wanted, 1_000))
    expect(walked).toEqual(sorted)
  }
})
