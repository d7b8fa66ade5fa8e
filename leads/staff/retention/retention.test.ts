import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClock } from '../../clock.ts'
import { ErasedList } from '../erase/erased-list.ts'
import { setUpStaff, type TestStaff } from '../testing/test-staff.ts'
import { startRetentionJob } from './retention-job.ts'

const by = { id: 'amina', name: 'Amina' }
const dayMs = 86_400_000

let test: TestStaff
afterEach(() => test.close())

describe('leads', () => {
  /** Stores a lead that arrived `days` days ago. Returns its id. */
  async function aged(days: number, form: string, spam = false): Promise<string> {
    const id = await test.submit(
      { name: `${form} ${days}`, email: 'a@example.com' },
      { form, spam },
    )
    const created_at = new Date(Date.now() - days * dayMs).toISOString()
    await test.database.updateTable('lead').set({ created_at }).where('id', '=', id).execute()
    return id
  }
  const states = async () => {
    const rows = await test.database
      .selectFrom('lead')
      .select(['id', 'state'])
      .orderBy('id')
      .execute()
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]))
  }

  it('are erased by one process when they are older than their form’s retention, which is recorded', async () => {
    test = await setUpStaff('SQLite', { retention: { firstMs: 50, everyMs: 100 } })
    const [old, young, other, spam] = [
      await aged(31, 'contact'),
      await aged(29, 'contact'),
      await aged(31, 'waitlist'),
      await aged(400, 'contact', true),
    ]
    const second = startRetentionJob(
      test.database,
      {
        inTransaction: (work) => test.database.transaction().execute(work),
        clock: createClock(),
        erasedList: new ErasedList(test.dataDir),
      },
      () => {},
      pino({ level: 'silent' }),
      { firstMs: 50, everyMs: 100 },
    )
    const { staff, audit } = test.leads
    expect(Object.values(await states())).toEqual(['stored', 'stored', 'stored', 'stored'])
    const set = await staff.setRetention({ forms: [{ form: 'contact', days: 30 }] }, by)
    expect(set.forms).toContainEqual({ form: 'contact', days: 30 })
    expect(set.forms).toContainEqual({ form: 'waitlist', days: null })
    const erased = { [old]: 'erased', [young]: 'stored', [other]: 'stored', [spam]: 'erased' }
    await expect.poll(states, { interval: 20 }).toEqual(erased)

    // A lead that exceeds the retention later, after leads that were erased before.
    const created_at = new Date(Date.now() - 31 * dayMs).toISOString()
    await test.database.updateTable('lead').set({ created_at }).where('id', '=', young).execute()
    await expect.poll(states, { interval: 20 }).toEqual({ ...erased, [young]: 'erased' })
    await second.close()
    await vi.waitFor(async () => {
      const { entries } = await audit.list({ limit: 50 })
      const counts = entries
        .filter(({ action }) => action === 'retention.erased')
        .map(({ detail }) => Number(detail.contact))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
      expect(entries.filter(({ action }) => action === 'lead.erased')).toHaveLength(3)
      expect(entries.at(-1)).toMatchObject({
        by,
        action: 'retention.changed',
        detail: { contact: { from: null, to: 30 } },
      })
    })
  })

  it('are erased as soon as staff have set a retention', async () => {
    test = await setUpStaff('SQLite')
    const id = await aged(31, 'contact')
    await test.leads.staff.setRetention({ forms: [{ form: 'contact', days: 30 }] }, by)
    await expect.poll(states, { interval: 20 }).toEqual({ [id]: 'erased' })
    const other = await aged(32, 'waitlist')
    await test.leads.staff.setRetention({ forms: [{ form: 'waitlist', days: 30 }] }, by)
    await expect.poll(states, { interval: 20 }).toEqual({ [id]: 'erased', [other]: 'erased' })
  })

  it('have their expired export tickets deleted', async () => {
    test = await setUpStaff('SQLite', { retention: { firstMs: 50, everyMs: 50 } })
    const searches = () => test.database.selectFrom('lead_export_ticket').select('hash').execute()
    const { staff } = test.leads
    await staff.createTicket({ format: 'csv', filter: { q: 'Zaynab' }, by })
    expect(await searches()).toHaveLength(1)
    const expires_at = new Date(Date.now() - 1).toISOString()
    await test.database.updateTable('lead_export_ticket').set({ expires_at }).execute()
    await expect.poll(searches, { interval: 20 }).toEqual([])
  })

  it('are kept without a retention, which can only be set for existing forms', async () => {
    test = await setUpStaff('SQLite', { retention: { firstMs: 5, everyMs: 5 } })
    const id = await aged(4_000, 'contact')
    const { staff } = test.leads
    await staff.setRetention({ forms: [{ form: 'contact', days: 5_000 }] }, by)
    await staff.setRetention({ forms: [{ form: 'contact', days: null }] }, by)
    await expect(staff.setRetention({ forms: [{ form: 'typo', days: 1 }] }, by)).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await states()).toEqual({ [id]: 'stored' })
  })
})
