import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { until } from '../../kit/testing/until.ts'
import type { Leads } from '../leads.ts'
import type { SendingOptions } from '../sending/sender.ts'
import { startEndpoint, status } from '../testing/test-endpoint.ts'
import { polls, setUpLeads, type TestLeads } from '../testing/test-leads.ts'

vi.setConfig({ testTimeout: 20_000 })

let site: TestLeads
let leads: Leads

beforeEach(async () => {
  site = await setUpLeads()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await site.close()
})

async function open(delivery: Partial<SendingOptions>, endpointSecret?: string) {
  leads = await site.open({ endpointSecret, delivery })
}
const receive = (name: string) =>
  leads.receive({ form: 'waitlist', payload: { name }, spam: false, delivered: true })

describe('an endpoint', () => {
  it('gets the lead once it accepts connections again', async () => {
    await site.endpoint.close()
    await open({ schedule: [1, 1, 1] })
    expect(await receive('Amina')).toBe('undelivered')
    expect(site.rows()).toMatchObject([{ state: 'pending', last_error: 'ECONNREFUSED' }])
    const back = await startEndpoint(Number(new URL(site.endpoint.url).port))
    await until(() => expect(site.rows()).toMatchObject([{ state: 'delivered' }]))
    expect(back.received).toHaveLength(1)
    await back.close()
  })

  it('that responds byte by byte fails after the timeout', async () => {
    await open({ timeoutMs: 200 })
    site.endpoint.answer = ({ socket }) => {
      const bytes = [...'HTTP/1.1 200 OK\r\nX-Slow: and slower']
      const drip = setInterval(() => socket?.write(bytes.shift() ?? '.'), 20)
      socket?.on('close', () => clearInterval(drip))
    }
    // The endpoint itself would never finish.
    expect(await receive('Amina')).toBe('undelivered')
    expect(site.rows()).toMatchObject([{ state: 'pending', last_error: 'timeout' }])
  })

  it('that accepted with an incomplete response does not get the lead again', async () => {
    await open({ schedule: [0, 0] })
    site.endpoint.answer = (response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('half', () => response.destroy())
    }
    expect(await receive('Amina')).toBe('taken')
    expect(site.rows()).toMatchObject([{ state: 'delivered' }])
    expect(await receive('Amina')).toBe('taken')
    expect(site.keys()).toHaveLength(1)
  })

  it('that died before its response gets the lead again with the same key', async () => {
    await open({ schedule: [0, 0] })
    site.endpoint.answer = ({ socket }) => {
      socket?.write('HTTP/1.1 200')
      socket?.destroy()
      site.endpoint.answer = status(200)
    }
    expect(await receive('Amina')).toBe('undelivered')
    await until(() => expect(site.rows()).toMatchObject([{ state: 'delivered' }]))
    expect(new Set(site.keys()).size).toBe(1)
  })

  it('gets no requests while it fails, and all leads once it works again', async () => {
    await open({ schedule: [0, 0, 0], pollMs: 50 })
    site.endpoint.answer = status(500)
    const names = Array.from({ length: 40 }, (_, index) => `Amina ${index}`)
    for (const name of names) expect(await receive(name)).toBe('undelivered')
    // Visitors who submit the same content again have seen one failure already.
    const attempts = site.keys().length
    expect(await receive('Amina 0')).toBe('taken')
    expect(await receive('Amina 39')).toBe('taken')
    expect(site.keys()).toHaveLength(attempts)
    expect(attempts).toBeLessThan(10)
    expect(site.rows().filter(({ state }) => state !== 'pending')).toEqual([])
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
    site.endpoint.answer = status(200)
    await until(() =>
      expect(new Set(site.rows().map(({ state }) => state))).toEqual(new Set(['delivered'])),
    )
  })

  it('gets signed requests if there is a secret', async () => {
    await open({}, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    await receive('Amina')
    const [{ headers } = { headers: {} }] = site.endpoint.received
    expect(headers).toMatchObject({
      'webhook-id': site.rows()[0]?.id,
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/),
    })
  })
})

describe('a lead that was accepted', () => {
  it('is not sent again when the database was unavailable for a while', async () => {
    await open({ schedule: [0, 0, 0] })
    const fail = `create trigger away before update of state on lead begin select raise(abort, 'away'); end`
    await site.change(fail)
    expect(await receive('Amina')).toBe('taken')
    expect(await receive('Amina')).toBe('taken')
    // The lease has expired, and the lead is due.
    await site.change('update lead set lease_until = created_at')
    await polls()
    await site.change('drop trigger away')
    await until(() => expect(site.rows()).toMatchObject([{ state: 'delivered' }]))
    expect(site.keys()).toHaveLength(1)
  })
})

describe('setting the clock back', () => {
  it('does not reorder or delay leads', async () => {
    await open({ schedule: [0.05, 0.05] })
    site.endpoint.answer = status(500)
    await receive('Amina')
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
    await receive('Bilal')
    site.endpoint.answer = status(200)
    await until(() =>
      expect(site.rows().map(({ state }) => state)).toEqual(['delivered', 'delivered']),
    )
    expect(site.rows().map(({ payload }) => JSON.parse(payload).name)).toEqual(['Amina', 'Bilal'])
  })
})
