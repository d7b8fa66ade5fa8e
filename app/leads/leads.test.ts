import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LeadRow } from './database.ts'
import type { Submission } from './lead.ts'
import { createLeads, type Leads, type LeadsOptions } from './leads.ts'
import { startEndpoint, status, type TestEndpoint } from './test-endpoint.ts'

let dataDir: string
let endpoint: TestEndpoint
let opened: Leads[]

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'leads-'))
  endpoint = await startEndpoint()
  opened = []
})
afterEach(async () => {
  await Promise.all(opened.map((leads) => leads.close()))
  await endpoint.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function open(options: Partial<LeadsOptions> = {}): Promise<Leads> {
  const leads = await createLeads({
    dataDir,
    endpointUrl: endpoint.url,
    rateLimit: 'off',
    log: pino({ level: 'silent' }),
    ...options,
    delivery: { pollMs: 5, schedule: [3600], ...options.delivery },
  })
  opened.push(leads)
  return leads
}

/** What lies in the file, seen from outside. */
function rows(): LeadRow[] {
  const database = new Database(join(dataDir, 'leads.db'))
  const all = database.prepare('select * from lead order by id').all([]) as LeadRow[]
  database.close()
  return all
}

const submission = (name = 'Amina', rest: Partial<Submission> = {}): Submission => ({
  form: 'waitlist',
  payload: { type: 'waitlist_application', name },
  spam: false,
  delivered: true,
  ...rest,
})

const keys = () => endpoint.received.map(({ headers }) => headers['idempotency-key'])
const soon = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 5 })

describe('a submission', () => {
  it('is on disk before it is sent, and marked once it is accepted', async () => {
    const leads = await open()
    let meanwhile: LeadRow[] = []
    endpoint.answer = (response) => {
      meanwhile = rows()
      response.end()
    }
    expect(await leads.receive(submission())).toBe('taken')
    expect(meanwhile).toMatchObject([{ state: 'pending', attempts: 0, delivered_at: null }])
    expect(rows()).toMatchObject([
      {
        id: keys()[0],
        form: 'waitlist',
        state: 'delivered',
        attempts: 1,
        spam: 0,
        lease_owner: null,
      },
    ])
    expect(rows()[0]?.payload).toBe(endpoint.received[0]?.body)
    expect(JSON.parse(endpoint.received[0]?.body ?? '')).toEqual(submission().payload)
  })

  it('without an endpoint is only stored', async () => {
    const leads = await open({ endpointUrl: undefined })
    expect(await leads.receive(submission())).toBe('taken')
    expect(rows()).toMatchObject([{ state: 'stored' }])
  })

  it('of a form that is not passed on is only stored', async () => {
    const leads = await open()
    expect(await leads.receive(submission('Amina', { delivered: false }))).toBe('taken')
    expect(rows()).toMatchObject([{ state: 'stored' }])
    expect(keys()).toEqual([])
  })

  it('of spam is kept apart, so that the same from a person still counts', async () => {
    const leads = await open()
    expect(await leads.receive(submission('Amina', { spam: true }))).toBe('taken')
    expect(keys()).toEqual([])
    expect(await leads.receive(submission())).toBe('taken')
    expect(keys()).toHaveLength(1)
    expect(rows()).toMatchObject([
      { spam: 1, state: 'stored' },
      { spam: 0, state: 'delivered' },
    ])
  })

  it('keeps every character', async () => {
    const leads = await open()
    const name = '\0 \ud800 🕌 \u202e مرحبا "; drop table lead; -- \r\nX: y =1+1'
    await leads.receive(submission(name))
    expect(JSON.parse(rows()[0]?.payload ?? '')).toEqual(submission(name).payload)
  })

  it('that cannot be stored is refused and not sent', async () => {
    const leads = await open()
    const other = new Database(join(dataDir, 'leads.db'))
    other.exec('drop table lead')
    other.close()
    await expect(leads.receive(submission())).rejects.toThrow()
    await expect(leads.check()).rejects.toThrow()
    expect(keys()).toEqual([])
  })
})

describe('the same content again', () => {
  it('is the same lead, sent once', async () => {
    const leads = await open()
    for (let i = 0; i < 3; i++) expect(await leads.receive(submission())).toBe('taken')
    expect(rows()).toHaveLength(1)
    expect(keys()).toHaveLength(1)
  })

  it('at the same moment waits for the one delivery', async () => {
    const leads = await open()
    const second = await open()
    endpoint.answer = (response) => setTimeout(() => response.end(), 50)
    const receipts = await Promise.all(
      [leads, leads, second, second, leads].map((each) => each.receive(submission())),
    )
    expect(receipts).toEqual(Array(5).fill('taken'))
    expect(rows()).toHaveLength(1)
    expect(keys()).toHaveLength(1)
  })

  it('at the same moment is told when that delivery failed', async () => {
    const leads = await open()
    endpoint.answer = (response) => setTimeout(() => status(500)(response), 50)
    const first = leads.receive(submission())
    await endpoint.count(1)
    expect(await leads.receive(submission())).toBe('undelivered')
    expect(await first).toBe('undelivered')
    expect(keys()).toHaveLength(1)
  })

  it('after a failure is tried at once, under the same key, and does not use up the schedule', async () => {
    const leads = await open()
    endpoint.answer = status(500)
    for (let i = 0; i < 3; i++) expect(await leads.receive(submission())).toBe('undelivered')
    expect(rows()).toMatchObject([{ state: 'pending', attempts: 1, last_error: 'status 500' }])
    endpoint.answer = status(200)
    expect(await leads.receive(submission())).toBe('taken')
    expect(await leads.receive(submission())).toBe('taken')
    expect(keys()).toHaveLength(4)
    expect(new Set(keys()).size).toBe(1)
    expect(rows()).toMatchObject([{ state: 'delivered', last_error: null }])
  })
})

describe('a lead that was not accepted', () => {
  it.each([
    ['answers 500', status(500)],
    ['redirects', status(302, { location: '/' })],
    ['hangs up', (response) => response.destroy()],
    ['is silent', () => {}],
  ] satisfies [string, TestEndpoint['answer']][])(
    'is sent again until it is, where the endpoint %s',
    async (_how, answer) => {
      const leads = await open({ delivery: { schedule: [0, 0, 0], timeoutMs: 200 } })
      endpoint.answer = answer
      expect(await leads.receive(submission())).toBe('undelivered')
      endpoint.answer = status(200)
      await soon(() => expect(rows()).toMatchObject([{ state: 'delivered' }]))
      expect(new Set(keys()).size).toBe(1)
    },
  )

  it('waits for its time', async () => {
    const leads = await open({ delivery: { schedule: [3600] } })
    endpoint.answer = status(500)
    const before = Date.now()
    await leads.receive(submission())
    const [row] = rows()
    const delay = Date.parse(row?.next_attempt_at ?? '') - before
    expect(delay / 3_600_000).toBeCloseTo(1, 0)
    expect(delay).toBeGreaterThan(3_200_000)
  })

  it('waits for as long as the endpoint asks', async () => {
    const leads = await open({ delivery: { schedule: [5] } })
    endpoint.answer = status(429, { 'retry-after': '7200' })
    const before = Date.now()
    await leads.receive(submission())
    expect(Date.parse(rows()[0]?.next_attempt_at ?? '') - before).toBeGreaterThan(7_000_000)
  })

  it('is exhausted when the schedule is over, and a visitor can still send it', async () => {
    const leads = await open({ delivery: { schedule: [0, 0] } })
    endpoint.answer = status(500)
    await leads.receive(submission())
    await soon(() => expect(rows()).toMatchObject([{ state: 'exhausted', attempts: 3 }]))
    expect(keys()).toHaveLength(3)
    endpoint.answer = status(200)
    expect(await leads.receive(submission())).toBe('taken')
    expect(rows()).toMatchObject([{ state: 'delivered' }])
  })

  it('is exhausted at once when the endpoint is gone', async () => {
    const leads = await open({ delivery: { schedule: [0, 0] } })
    endpoint.answer = status(410)
    expect(await leads.receive(submission())).toBe('undelivered')
    expect(rows()).toMatchObject([{ state: 'exhausted', next_attempt_at: null }])
  })

  it('is sent after a restart', async () => {
    const leads = await open()
    endpoint.answer = status(500)
    await leads.receive(submission())
    await leads.close()
    const database = new Database(join(dataDir, 'leads.db'))
    database.exec(`update lead set next_attempt_at = '2020-01-01T00:00:00.000Z'`)
    database.close()
    endpoint.answer = status(200)
    await open()
    await soon(() => expect(rows()).toMatchObject([{ state: 'delivered' }]))
    expect(new Set(keys()).size).toBe(1)
  })

  it('is sent by another process when the one that held it has died', async () => {
    const leads = await open({ endpointUrl: undefined })
    await leads.receive(submission())
    const database = new Database(join(dataDir, 'leads.db'))
    const lease = (until: number) =>
      database.exec(
        `update lead set state = 'pending', lease_owner = 'dead',
         next_attempt_at = '2020-01-01T00:00:00.000Z',
         lease_until = '${new Date(until).toISOString()}'`,
      )
    lease(Date.now() + 60_000)
    await open()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(keys()).toEqual([])
    lease(Date.now() - 1)
    database.close()
    await soon(() => expect(rows()).toMatchObject([{ state: 'delivered' }]))
    expect(keys()).toHaveLength(1)
  })

  it('is sent once by several processes on one database', async () => {
    const first = await open({ delivery: { pollMs: 3_600_000 } })
    endpoint.answer = status(500)
    const names = Array.from({ length: 30 }, (_, index) => `Amina ${index}`)
    await Promise.all(names.map((name) => first.receive(submission(name))))
    const database = new Database(join(dataDir, 'leads.db'))
    database.exec(`update lead set next_attempt_at = '2020-01-01T00:00:00.000Z'`)
    database.close()
    endpoint.received.length = 0
    endpoint.answer = (response) => setTimeout(() => response.end(), 10)
    await Promise.all([open(), open(), open()])
    await soon(() => expect(rows().every(({ state }) => state === 'delivered')).toBe(true))
    expect(keys().sort()).toEqual(rows().map(({ id }) => id))
  })
})

describe('the store', () => {
  it('keeps what it has taken, and belongs to its owner alone', async () => {
    const leads = await open({ endpointUrl: undefined })
    await leads.receive(submission())
    await leads.close()
    const again = await open({ endpointUrl: undefined })
    await again.check()
    expect(rows()).toMatchObject([{ payload: JSON.stringify(submission().payload) }])
    expect(statSync(join(dataDir, 'leads.db')).mode & 0o777).toBe(0o600)
  })

  it('is not opened over a file that is no database', async () => {
    writeFileSync(
      join(dataDir, 'leads.db'),
      'not a database, but long enough to look like one'.repeat(50),
    )
    await expect(open()).rejects.toThrow()
  })

  it('ends deliveries under way before it closes', async () => {
    const leads = await open()
    endpoint.answer = (response) => setTimeout(() => response.end(), 100)
    const receipt = leads.receive(submission())
    await endpoint.count(1)
    await leads.close()
    expect(await receipt).toBe('taken')
    expect(rows()).toMatchObject([{ state: 'delivered' }])
  })
})

describe('who listens', () => {
  it('hears of each new lead once, and of no spam', async () => {
    const leads = await open({ endpointUrl: undefined })
    const listener = vi.fn()
    const end = leads.onStored(listener)
    await leads.receive(submission('Amina'))
    await leads.receive(submission('Amina'))
    await leads.receive(submission('a machine', { spam: true }))
    expect(listener).toHaveBeenCalledTimes(1)
    expect(await leads.count(new Date(0))).toEqual({ waitlist: { total: 1, since: 1 } })
    end()
    await leads.receive(submission('Bilal'))
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
