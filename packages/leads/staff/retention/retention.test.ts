import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { until } from '../../../kit/testing/until.ts'
import { createClock } from '../../clock.ts'
import { withBusyRetry } from '../../store/database/busy-retry.ts'
import { ErasedList } from '../erase/erased-list.ts'
import { setUpStaff, type TestStaff } from '../testing/test-staff.ts'
import { startRetentionJob } from './retention-job.ts'

const by = { id: 'amina', name: 'Amina' }
const dayMs = 86_400_000
const retention = { firstMs: 50, everyMs: 100 }

let test: TestStaff
afterEach(() => test.close())

describe('leads', () => {
  /** Stores a lead that arrived `days` days ago. Returns its id. */
  async function aged(days: number, form: string, spam = false): Promise<string> {
    const id = await test.submit(
      { name: `${form} ${days}`, email: 'a@example.com' },
      { form, spam },
    )
    await setAge(id, days)
    return id
  }
  async function setAge(id: string, days: number): Promise<void> {
    const created_at = new Date(Date.now() - days * dayMs).toISOString()
    await test.database.updateTable('lead').set({ created_at }).where('id', '=', id).execute()
  }
  const states = async () => {
    const rows = await test.database
      .selectFrom('lead')
      .select(['id', 'state'])
      .orderBy('id')
      .execute()
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]))
  }

  it('are erased by one process when they are older than the retention, which is recorded', async () => {
    test = await setUpStaff('SQLite', { retentionDays: 30, retention })
    const [old, young, other, spam] = [
      await aged(31, 'contact'),
      await aged(29, 'contact'),
      await aged(31, 'removed-form'),
      await aged(400, 'contact', true),
    ]
    const second = startRetentionJob(
      test.database,
      {
        inTransaction: (work) => withBusyRetry(() => test.database.transaction().execute(work)),
        clock: createClock(),
        erasedList: new ErasedList(test.dataDir),
      },
      () => {},
      pino({ level: 'silent' }),
      30,
      retention,
    )
    const erased = { [old]: 'erased', [young]: 'stored', [other]: 'erased', [spam]: 'erased' }
    await until(async () => expect(await states()).toEqual(erased))
    // A lead that exceeds the retention later, after leads that were erased before.
    await setAge(young, 30.5)
    await until(async () => expect(await states()).toEqual({ ...erased, [young]: 'erased' }))
    await second.close()
    await until(async () => {
      const { entries } = await test.leads.audit.list({ limit: 50 })
      const counts = entries
        .filter(({ action }) => action === 'retention.erased')
        .map(({ detail }) => Number(detail.contact ?? 0))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
      expect(entries.filter(({ action }) => action === 'lead.erased')).toHaveLength(4)
    })
  })

  it('are kept without a retention, and their expired export tickets are deleted', async () => {
    test = await setUpStaff('SQLite', { retention })
    const id = await aged(4_000, 'contact')
    const searches = () => test.database.selectFrom('lead_export_ticket').select('hash').execute()
    await test.leads.staff.createTicket({ format: 'csv', filter: { q: 'Zaynab' }, by })
    expect(await searches()).toHaveLength(1)
    const expires_at = new Date(Date.now() - 1).toISOString()
    await test.database.updateTable('lead_export_ticket').set({ expires_at }).execute()
    await until(async () => expect(await searches()).toEqual([]))
    expect(await states()).toEqual({ [id]: 'stored' })
  })
})
