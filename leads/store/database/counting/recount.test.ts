import { afterEach, describe, expect, it } from 'vitest'
import { randomFrom, randomLead } from '../../../staff/testing/random-leads.ts'
import { databaseKinds, setUpIndex, type TestIndex } from '../../../staff/testing/test-index.ts'
import type { InTransaction } from '../transaction.ts'
import { mergeCounters } from './counter.ts'
import { recount } from './recount.ts'

let test: TestIndex
afterEach(() => test.close())

const now = new Date('2025-11-22T12:00Z')
const random = randomFrom(9)
const lead = (created_at: string, form: string, spam = 0) => ({
  ...randomLead(random),
  ...{ created_at, form, spam },
})
const counter = (form: string, quarter: string, slot: number, leads: number) => ({
  ...{ form, quarter, slot, leads },
})

describe.each(databaseKinds)('counters in %s', (kind) => {
  it('are corrected by quarter or day, even by several processes at the same time', async () => {
    test = await setUpIndex(kind)
    const { database } = test
    await test.add([
      lead('2025-11-01T09:20:00.000Z', 'waitlist'),
      lead('2025-11-01T23:59:59.999Z', 'waitlist'),
      lead('2025-11-02T00:00:00.000Z', 'waitlist'),
      lead('2025-11-22T09:14:59.999Z', 'contact'),
      lead('2025-11-22T09:15:00.000Z', 'contact'),
      lead('2025-11-22T09:15:00.000Z', 'contact', 1),
    ])
    await database
      .insertInto('lead_counter')
      .values([
        // The first two counters are merged and correct. The third is not merged and two too high. The fourth is a
        // connection's and correct.
        counter('waitlist', '2025-11-01T00:00', 0, 2),
        counter('waitlist', '2025-11-02T00:00', 0, 1),
        counter('waitlist', '2025-11-02T08:15', 4, 2),
        counter('contact', '2025-11-22T09:15', 7, 1),
      ])
      .execute()
    const inTransaction: InTransaction = (work) => database.transaction().execute(work)
    const offBy = await Promise.all([
      recount(database, inTransaction, now),
      recount(database, inTransaction, now),
    ])
    expect(offBy.toSorted()).toEqual([0, 3])
    await mergeCounters(database, now)
    const counters = await database
      .selectFrom('lead_counter')
      .select(({ fn }) => ['form', 'quarter', fn.sum<string>('leads').as('leads')])
      .groupBy(['form', 'quarter'])
      .orderBy('form')
      .orderBy('quarter')
      .execute()
    expect(counters.map((row) => ({ ...row, leads: Number(row.leads) }))).toEqual([
      { form: 'contact', quarter: '2025-11-22T09:00', leads: 1 },
      { form: 'contact', quarter: '2025-11-22T09:15', leads: 1 },
      { form: 'waitlist', quarter: '2025-11-01T00:00', leads: 2 },
      { form: 'waitlist', quarter: '2025-11-02T00:00', leads: 1 },
    ])
  })
})
