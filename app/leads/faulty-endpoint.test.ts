import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LeadRow } from './database.ts'
import type { DeliveryOptions } from './delivery.ts'
import { createLeads, type Leads } from './leads.ts'
import { startEndpoint, status, type TestEndpoint } from './test-endpoint.ts'

vi.setConfig({ testTimeout: 20_000 })

let dataDir: string
let endpoint: TestEndpoint
let leads: Leads

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'faulty-'))
  endpoint = await startEndpoint()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await leads.close()
  await endpoint.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function open(delivery: Partial<DeliveryOptions>, endpointSecret?: string) {
  leads = await createLeads({
    dataDir,
    endpointUrl: endpoint.url,
    endpointSecret,
    rateLimit: 'off',
    log: pino({ level: 'silent' }),
    delivery: { pollMs: 5, schedule: [3600], ...delivery },
  })
}

const database = <T>(work: (database: Database.Database) => T): T => {
  const opened = new Database(join(dataDir, 'leads.db'))
  const result = work(opened)
  opened.close()
  return result
}
const rows = () =>
  database((opened) => opened.prepare('select * from lead order by id').all([]) as LeadRow[])
const receive = (name: string) =>
  leads.receive({ form: 'waitlist', payload: { name }, spam: false, delivered: true })
const keys = () => endpoint.received.map(({ headers }) => headers['idempotency-key'])
const soon = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 5 })

describe('an endpoint', () => {
  it('that sends its answer byte by byte has failed when its time is over', async () => {
    await open({ timeoutMs: 200 })
    endpoint.answer = ({ socket }) => {
      const bytes = [...'HTTP/1.1 200 OK\r\nX-Slow: and slower']
      const drip = setInterval(() => socket?.write(bytes.shift() ?? '.'), 20)
      socket?.on('close', () => clearInterval(drip))
    }
    const started = performance.now()
    expect(await receive('Amina')).toBe('undelivered')
    expect(performance.now() - started).toBeLessThan(8_000)
    expect(rows()).toMatchObject([{ state: 'pending', last_error: 'timeout' }])
  })

  it('that has accepted by half an answer is not asked again', async () => {
    await open({ schedule: [0, 0] })
    endpoint.answer = (response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('half', () => response.destroy())
    }
    expect(await receive('Amina')).toBe('taken')
    expect(rows()).toMatchObject([{ state: 'delivered' }])
    expect(await receive('Amina')).toBe('taken')
    expect(keys()).toHaveLength(1)
  })

  it('that dies before its answer gets the lead again under the same key', async () => {
    await open({ schedule: [0, 0] })
    endpoint.answer = ({ socket }) => {
      socket?.write('HTTP/1.1 200')
      socket?.destroy()
      endpoint.answer = status(200)
    }
    expect(await receive('Amina')).toBe('undelivered')
    await soon(() => expect(rows()).toMatchObject([{ state: 'delivered' }]))
    expect(new Set(keys()).size).toBe(1)
  })

  it('is left alone while it fails, and gets everything once it is well', async () => {
    await open({ schedule: [0, 0, 0], pollMs: 50 })
    endpoint.answer = status(500)
    const names = Array.from({ length: 40 }, (_, index) => `Amina ${index}`)
    for (const name of names) expect(await receive(name)).toBe('undelivered')
    expect(keys().length).toBeLessThan(10)
    expect(rows().filter(({ state }) => state !== 'pending')).toEqual([])
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
    endpoint.answer = status(200)
    await soon(() =>
      expect(new Set(rows().map(({ state }) => state))).toEqual(new Set(['delivered'])),
    )
  })

  it('is shown who sends, when there is a secret', async () => {
    await open({}, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    await receive('Amina')
    const [{ headers } = { headers: {} }] = endpoint.received
    expect(headers).toMatchObject({
      'webhook-id': rows()[0]?.id,
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/),
    })
  })
})

describe('a lead that was accepted', () => {
  it('is not sent again though the database could not be told for a while', async () => {
    await open({ schedule: [0, 0, 0] })
    const fail = `create trigger away before update of state on lead begin select raise(abort, 'away'); end`
    database((opened) => opened.exec(fail))
    expect(await receive('Amina')).toBe('taken')
    expect(await receive('Amina')).toBe('taken')
    // Its lease is over, and it is due.
    database((opened) => opened.exec('update lead set lease_until = created_at'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    database((opened) => opened.exec('drop trigger away'))
    await soon(() => expect(rows()).toMatchObject([{ state: 'delivered' }]))
    expect(keys()).toHaveLength(1)
  })
})

describe('a clock that is set back', () => {
  it('neither reorders nor stalls what goes on', async () => {
    await open({ schedule: [0.05, 0.05] })
    endpoint.answer = status(500)
    await receive('Amina')
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
    await receive('Bilal')
    endpoint.answer = status(200)
    await soon(() => expect(rows().map(({ state }) => state)).toEqual(['delivered', 'delivered']))
    expect(rows().map(({ payload }) => JSON.parse(payload).name)).toEqual(['Amina', 'Bilal'])
  })

  it('while the site was down, does neither', async () => {
    await open({ schedule: [0.05] })
    endpoint.answer = status(500)
    await receive('Amina')
    await leads.close()
    endpoint.answer = status(200)
    const real = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => real() - 3_600_000)
    await open({ schedule: [0.05] })
    await receive('Bilal')
    await soon(() => expect(rows().map(({ state }) => state)).toEqual(['delivered', 'delivered']))
    expect(rows().map(({ payload }) => JSON.parse(payload).name)).toEqual(['Amina', 'Bilal'])
  })
})
