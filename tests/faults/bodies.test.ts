import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningSite, startSite } from '../running-site.ts'
import { sendRaw } from '../send-raw.ts'
import { storedLeads } from '../stored-leads.ts'
import { application, send } from './visitors.ts'

const urlencoded = 'application/x-www-form-urlencoded'

let site: RunningSite
beforeAll(async () => {
  site = await startSite()
}, 60_000)
afterAll(() => site.remove())

const head = (path: string, length: number | string, type = urlencoded) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`

// These tests wait for seconds and use separate sites, so they run concurrently.
it.concurrent('a slow request times out with 408 and does not delay other forms', async () => {
  const order: string[] = []
  const drips = Array.from({ length: 50 }, async () => {
    const status = await sendRaw(site.url, 'POST /waitlist HTTP/1.1\r\nHost: a\r\n', 1, 'X: ')
    order.push('drip')
    return status
  })
  // The timeout is 10 seconds for headers and 30 seconds for a whole form.
  const bodies = Array.from({ length: 50 }, () =>
    sendRaw(site.url, head('/waitlist', 1000), 'name=A'),
  )
  for (let i = 0; i < 10; i++) {
    expect((await send(site.url, application())).status).toBe(303)
    order.push('form')
  }
  // A form that waited for the slow requests would finish after them.
  expect(order[0]).toBe('form')
  expect(new Set(await Promise.all(drips))).toEqual(new Set([408]))
  const ended = new Set(await Promise.all(bodies))
  expect([...ended].filter((status) => ![400, 408].includes(status))).toEqual([])
}, 60_000)

it.concurrent('a flood from one address is rejected with 429, and other addresses are served', async () => {
  const limited = await startSite({ RATE_LIMIT: '5/1h', TRUST_PROXY: '1' })
  const from = async (address: string) => {
    const init = { method: 'POST', body: new URLSearchParams(application()) }
    const headers = { 'X-Forwarded-For': address }
    const response = await fetch(`${limited.url}/waitlist`, {
      ...init,
      headers,
      redirect: 'manual',
    })
    await response.arrayBuffer()
    return response
  }
  let isStopped = false
  const flood = async () => {
    const statuses = new Set<number>()
    while (!isStopped) statuses.add((await from('192.0.2.1')).status)
    return statuses
  }
  const floods = Array.from({ length: 8 }, flood)
  for (let i = 0; i < 200; i++) {
    expect((await from(`10.0.${i >> 8}.${i & 255}`)).status).toBe(303)
  }
  isStopped = true
  const statuses = new Set((await Promise.all(floods)).flatMap((each) => [...each]))
  expect(statuses).toEqual(new Set([303, 429]))
  const last = await from('192.0.2.1')
  expect(last.status).toBe(429)
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect(storedLeads(limited.dataDir)).toHaveLength(200 + 5)
  await limited.remove()
}, 60_000)
