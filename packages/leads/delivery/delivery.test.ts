import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../kit/testing/until.ts'
import { later, status, type TestEndpoint } from '../testing/test-endpoint.ts'
import { polls, setUpLeads, submission, type TestLeads } from '../testing/test-leads.ts'

let site: TestLeads
beforeEach(async () => {
  site = await setUpLeads()
})
afterEach(() => site.close())

describe('a lead that the endpoint did not accept', () => {
  it.each([
    ['answers 500', status(500)],
    ['redirects', status(302, { location: '/' })],
    ['closes the connection', (response) => response.destroy()],
    ['does not respond', () => {}],
  ] satisfies [string, TestEndpoint['answer']][])(
    'is sent again until accepted when the endpoint %s',
    async (_how, answer) => {
      const leads = await site.open({ delivery: { schedule: [0, 0, 0], timeoutMs: 200 } })
      site.endpoint.answer = answer
      expect(await leads.receive(submission())).toBe('undelivered')
      site.endpoint.answer = status(200)
      await until(() => expect(site.rows()).toMatchObject([{ state: 'delivered' }]))
      expect(new Set(site.keys()).size).toBe(1)
    },
  )

  it('is retried according to the schedule', async () => {
    const leads = await site.open({ delivery: { schedule: [3600] } })
    site.endpoint.answer = status(500)
    const before = Date.now()
    await leads.receive(submission())
    const [row] = site.rows()
    const delay = Date.parse(row?.next_attempt_at ?? '') - before
    expect(delay / 3_600_000).toBeCloseTo(1, 0)
    expect(delay).toBeGreaterThan(3_200_000)
  })

  it('is exhausted at the end of the schedule, and a repeated submission still sends it', async () => {
    const leads = await site.open({ delivery: { schedule: [0, 0] } })
    site.endpoint.answer = status(500)
    await leads.receive(submission())
    await until(() => expect(site.rows()).toMatchObject([{ state: 'exhausted', attempts: 3 }]))
    expect(site.keys()).toHaveLength(3)
    site.endpoint.answer = status(200)
    expect(await leads.receive(submission())).toBe('taken')
    expect(site.rows()).toMatchObject([{ state: 'delivered' }])
  })

  it('is exhausted immediately when the endpoint returns 410', async () => {
    const leads = await site.open({ delivery: { schedule: [0, 0] } })
    site.endpoint.answer = status(410)
    expect(await leads.receive(submission())).toBe('undelivered')
    expect(site.rows()).toMatchObject([{ state: 'exhausted', next_attempt_at: null }])
  })

  it('is sent after a restart', async () => {
    const leads = await site.open()
    site.endpoint.answer = status(500)
    await leads.receive(submission())
    await leads.close()
    await site.change(`update lead set next_attempt_at = '2020-01-01T00:00:00.000Z'`)
    site.endpoint.answer = status(200)
    await site.open()
    await until(() => expect(site.rows()).toMatchObject([{ state: 'delivered' }]))
    expect(new Set(site.keys()).size).toBe(1)
  })

  it('does not block closing while the endpoint hangs, and is retried later', async () => {
    const leads = await site.open()
    site.endpoint.answer = () => {}
    const answered = leads.receive(submission())
    await site.endpoint.count(1)
    await leads.close()
    expect(site.rows()).toMatchObject([{ state: 'pending' }])
    await site.endpoint.close()
    expect(await answered).toBe('undelivered')
    expect(site.rows()).toMatchObject([{ state: 'pending' }])
  })

  it('is sent by another process after the lease of a dead process expired', async () => {
    const leads = await site.open({ endpointUrl: undefined })
    await leads.receive(submission())
    const lease = (until: number) =>
      site.change(
        `update lead set state = 'pending', lease_owner = 'dead',
         next_attempt_at = '2020-01-01T00:00:00.000Z',
         lease_until = '${new Date(until).toISOString()}'`,
      )
    await lease(Date.now() + 60_000)
    await site.open()
    await polls()
    expect(site.keys()).toEqual([])
    await lease(Date.now() - 1)
    await until(() => expect(site.rows()).toMatchObject([{ state: 'delivered' }]))
    expect(site.keys()).toHaveLength(1)
  })

  it('is sent once by several processes on one database', async () => {
    const first = await site.open({ delivery: { pollMs: 3_600_000 } })
    site.endpoint.answer = status(500)
    const names = Array.from({ length: 30 }, (_, index) => `Amina ${index}`)
    await Promise.all(names.map((name) => first.receive(submission(name))))
    await site.change(`update lead set next_attempt_at = '2020-01-01T00:00:00.000Z'`)
    site.endpoint.received.length = 0
    site.endpoint.answer = later((response) => response.end())
    await Promise.all([site.open(), site.open(), site.open()])
    await until(() => expect(site.rows().every(({ state }) => state === 'delivered')).toBe(true))
    expect(site.keys().sort()).toEqual(site.rows().map(({ id }) => id))
  })
})
