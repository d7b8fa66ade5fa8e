import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leadQuery } from '../../contract/leads.ts'
import { mergeSums } from '../../store/derived/sums.ts'
import { databaseKinds } from '../testing/test-index.ts'
import { setUpStaff, type TestStaff } from '../testing/test-staff.ts'

const by = { id: 'p9', name: 'Huda' }
const canary = 'zaynabcanary'

describe.each(databaseKinds)('a lead in %s', (kind) => {
  let test: TestStaff
  beforeEach(async () => {
    test = await setUpStaff(kind)
    for (let index = 0; index < 10; index++) {
      const payload = { name: `Bilal ${index}`, email: `b${index}@example.com`, city: 'Dallas, TX' }
      await test.submit(payload, { form: 'waitlist', firstTouch: { source: 'radio' } })
    }
  })
  afterEach(() => test.close())
  const list = (query: object) => test.leads.staff.list(leadQuery.parse(query), by)
  const found = async (query: object) => (await list(query)).leads.map(({ id }) => id)
  const metrics = () => test.leads.staff.metrics({}, by)
  const version = async () => (await test.leads.staff.version()).version
  const count = (values: { value: string; leads: number }[], value: string) =>
    values.find((one) => one.value === value)?.leads ?? 0

  it('is found and counted with its current values and notes, until it is erased', async () => {
    const { staff } = test.leads
    const payload = { name: canary, email: `${canary}@example.com`, city: `${canary} City, MI` }
    const id = await test.submit(payload, {
      ...{ form: 'waitlist', firstTouch: { source: 'radio', campaign: 'spring' } },
    })
    const [first, before] = [await version(), await metrics()]
    expect(await found({ q: canary, status: ['new'] })).toEqual([id])
    await staff.change(id, { revision: 1, status: 'accepted', owner: 'p9' }, by)
    expect(await version()).toBeGreaterThan(first)
    expect(await found({ q: canary, status: ['new'] })).toEqual([])
    expect(await found({ status: ['accepted'], owner: ['p9'] })).toEqual([id])
    await staff.addNote(id, 'Ring back: sistercanary', by)
    expect((await list({ q: 'sistercanary' })).leads).toMatchObject([{ id, notes: 1 }])
    const after = await metrics()
    expect([after.total, after.contacted]).toEqual([before.total, before.contacted + 1])
    expect([count(after.statuses, 'new'), count(after.statuses, 'accepted')]).toEqual([10, 1])
    expect([count(after.cities, 'Zaynabcanary City, MI'), count(after.sources, 'radio')]).toEqual([
      1, 11,
    ])

    // A status that is undone does not count.
    const { revision = 0 } = (await staff.find(id, by)) ?? {}
    await staff.change(id, { revision, status: 'new' }, by)
    expect((await metrics()).contacted).toBe(before.contacted)
    await staff.change(id, { revision: revision + 1, status: 'accepted' }, by)

    await staff.erase(`${canary}@example.com`, by)
    for (const q of [canary, 'sistercanary', 'zay']) expect(await found({ q })).toEqual([])
    expect((await list({ delivery: ['erased'] })).leads).toMatchObject([{ id, name: '' }])
    const erased = await metrics()
    expect([erased.total, erased.contacted]).toEqual([after.total, after.contacted])
    expect(count(erased.sources, 'radio')).toBe(10)
    const sums = await test.database.selectFrom('lead_sum').selectAll().execute()
    expect(JSON.stringify(sums)).not.toMatch(/canary/i)
    if (kind === 'PostgreSQL') return
    for (const name of readdirSync(test.dataDir)) {
      expect(readFileSync(join(test.dataDir, name), 'latin1'), name).not.toMatch(/canary/i)
    }
  })

  it('is counted once, whichever connections change it at the same time', async () => {
    const before = await metrics()
    const ids = await found({})
    await Promise.all([
      ...ids.map((id) => test.leads.staff.change(id, { revision: 1, status: 'contacted' }, by)),
      ...ids.map((_, index) => {
        const payload = { name: 'Omar', email: `o${index}@example.com`, city: 'Dallas, TX' }
        return test.leads.receive({ form: 'waitlist', payload, spam: false, delivered: true })
      }),
    ])
    await mergeSums(test.database)
    const after = await metrics()
    expect(after.total).toBe(before.total + 10)
    expect([count(after.statuses, 'new'), count(after.statuses, 'contacted')]).toEqual([10, 10])
    expect(count(after.cities, 'Dallas, TX')).toBe(20)
    expect(after.timeToDeliver?.reduce((sum, { leads }) => sum + leads, 0)).toBe(10)
    const slots = await sql`select distinct slot from lead_sum`.execute(test.database)
    expect(slots.rows).toEqual([{ slot: 0 }])
  })
})
