import { afterEach, describe, expect, it } from 'vitest'
import { databaseKinds, setUpDatabase, type TestDatabase } from '../staff/testing/test-index.ts'
import type { InTransaction } from './database/transaction.ts'
import { addVisits, type Visit } from './visits.ts'

let test: TestDatabase
afterEach(() => test.close())

const now = new Date('2026-11-22T12:30Z')
const visit = (hour: string, page: string, seen: number, campaign = ''): Visit => ({
  ...{ hour: `2026-11-22T${hour}:00:00.000Z`, page, campaign, seen, opened: 0 },
})

describe.each(databaseKinds)('visits in %s', (kind) => {
  it('are added to earlier counts, including those of an earlier hour', async () => {
    test = await setUpDatabase(kind)
    const { database } = test
    const inTransaction: InTransaction = (work) => database.transaction().execute(work)
    const first = [visit('11', '/', 2), visit('11', '/waitlist', 1), visit('11', '/', 3)]
    await addVisits(inTransaction, first, now)
    await addVisits(inTransaction, [visit('11', '/', 4), visit('12', '/', 1, 'spring')], now)
    const rows = await database
      .selectFrom('lead_visit')
      .select(['page', 'campaign', 'seen'])
      .orderBy('hour')
      .orderBy('page')
      .execute()
    expect(rows.map(({ page, campaign, seen }) => [page, campaign, Number(seen)])).toEqual([
      ['/', '', 9],
      ['/waitlist', '', 1],
      ['/', 'spring', 1],
    ])
  })
})
