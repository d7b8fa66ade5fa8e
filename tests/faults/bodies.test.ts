import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningSite, startSite } from '../running-site.ts'
import { sendRaw } from '../send-raw.ts'
import { storedLeads } from '../stored-leads.ts'
import { type Form, forms } from './forms.ts'
import { application, send } from './visitors.ts'

const urlencoded = 'application/x-www-form-urlencoded'

let site: RunningSite
beforeAll(async () => {
  site = await startSite()
}, 60_000)
afterAll(() => site.remove())

/** Posts a body and returns the status. */
async function post(path: string, body: BodyInit, type?: string): Promise<number> {
  const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type }
  const init = { method: 'POST', body, headers, redirect: 'manual' as const }
  const response = await fetch(site.url + path, init)
  await response.arrayBuffer()
  return response.status
}

const head = (path: string, length: number | string, type = urlencoded) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`

/** Returns valid fields, padded with a comment to the given number of bytes. */
function ofLength(bytes: number, { validFields }: Form): string {
  const body = `${new URLSearchParams(validFields)}&comment=`
  return body.padEnd(bytes, 'a')
}

// All forms read their bodies in the same way.
describe.each(forms.slice(0, 1))('$path', (form) => {
  const { path, validFields } = form
  const body = (changes: Record<string, string>) =>
    new URLSearchParams({ ...validFields, ...changes })

  it.each<[string, () => [BodyInit, string?], number]>([
    ['0 bytes', () => ['', urlencoded], 400],
    ['an empty body without a content type', () => [new Uint8Array()], 415],
    ['100 kB', () => [ofLength(100_000, form), urlencoded], 303],
    ['100 kB and one byte', () => [ofLength(100_001, form), urlencoded], 413],
    ['1 MB', () => [ofLength(1_000_000, form), urlencoded], 413],
    ['10,000 fields', () => [`${body({})}${'&a=b'.repeat(10_000)}`, urlencoded], 303],
    ['the wrong charset', () => [body({}), `${urlencoded}; charset=utf-16`], 415],
    ['bytes that are not UTF-8', () => [`${body({})}&x=%ff`, urlencoded], 400],
    ['a lone surrogate', () => [`${body({})}&x=%ed%a0%80`, urlencoded], 400],
    ['an incomplete escape', () => [`${body({})}&x=%e`, urlencoded], 400],
    ['multipart without an end', () => ['--x\r\n', 'multipart/form-data; boundary=x'], 400],
    ['multipart without a boundary', () => ['--x\r\n', 'multipart/form-data'], 400],
    ['JSON', () => [JSON.stringify(validFields), 'application/json'], 415],
  ])('returns the documented status for %s', async (_what, make, status) => {
    expect(await post(path, ...make())).toBe(status)
  })

  it('rejects 10 MB with 413, or closes the connection during the upload', async () => {
    const content = 'a'.repeat(10_000_000)
    expect([413, 0]).toContain(await sendRaw(site.url, head(path, content.length), content))
    expect(await post(path, body({ comment: 'after 10 MB' }))).toBe(303)
  })

  it.each(['-1', '1e3', '5, 6'])('returns 400 for a Content-Length of %s', async (length) => {
    expect(await sendRaw(site.url, head(path, length), String(body({})))).toBe(400)
  })
})

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
