import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningSite, startSite } from './running-site.ts'

const token = 'a-token-for-metrics'

let site: RunningSite
beforeAll(async () => {
  site = await startSite({ RATE_LIMIT: '2/1h', METRICS_TOKEN: token })
})
afterAll(() => site.remove())

const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' }

async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { ...urlencoded, ...headers }, body }
  return (await fetch(site.url + path, { ...init, redirect: 'manual' })).status
}

it('every submission is counted once, also if it is rejected before it reaches a form', async () => {
  const foreign = { Origin: 'https://evil.example' }
  expect(await post('/waitlist', 'name=Amina', foreign)).toBe(403)
  expect(await post('/affiliate/apply/creator.data', 'name=Amina', foreign)).toBe(403)
  expect(await post('/support/faq', 'name=Amina', foreign)).toBe(403)
  expect(await post('/onboarding', 'a'.repeat(100_001))).toBe(413)
  expect(await post('/onboarding', '{}', { 'Content-Type': 'application/json' })).toBe(415)
  // After three rejected submissions, further ones count as a flood.
  for (let turn = 0; turn < 5; turn++) expect(await post('/onboarding', '')).toBe(429)
  expect(await post('/support/contact', '')).toBe(429)

  const metrics = await (
    await fetch(`${site.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })
  ).text()
  const counted = metrics
    .split('\n')
    .filter((line) => /^halvi_submissions_total.* [1-9]/.test(line))
  expect(counted.sort()).toEqual([
    'halvi_submissions_total{form="affiliate-creator",status="403"} 1',
    'halvi_submissions_total{form="contact",status="429"} 1',
    'halvi_submissions_total{form="none",status="403"} 1',
    'halvi_submissions_total{form="onboarding",status="413"} 1',
    'halvi_submissions_total{form="onboarding",status="415"} 1',
    'halvi_submissions_total{form="onboarding",status="429"} 5',
    'halvi_submissions_total{form="waitlist",status="403"} 1',
  ])
})

it('a client is the same behind a proxy that adds ports or hides addresses', async () => {
  const proxied = await startSite({ RATE_LIMIT: '2/1h', TRUST_PROXY: '1' })
  const statuses = async (written: (turn: number) => string) => {
    const found: number[] = []
    for (let turn = 0; turn < 3; turn++) {
      const headers = { ...urlencoded, 'X-Forwarded-For': written(turn) }
      const init = { method: 'POST', headers, body: '' }
      found.push((await fetch(`${proxied.url}/support/contact`, init)).status)
    }
    return found
  }
  for (const written of [
    (turn: number) => `198.51.100.7:4000${turn}`,
    (turn: number) => `[2001:db8::${turn}]:4000${turn}`,
    (turn: number) => `"[::ffff:192.0.2.1]:${turn}"`,
    (turn: number) => ['unknown', '_a1', 'x'][turn] ?? '',
  ]) {
    expect(await statuses(written)).toEqual([400, 400, 429])
  }
  await proxied.remove()
})

it('a form that may come from another site is counted, too', async () => {
  const limited = await startSite({ RATE_LIMIT: '2/1h' })
  const found: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    const init = { method: 'POST', headers: { ...urlencoded, Origin: 'null' }, body: 'name=Amina' }
    found.push((await fetch(`${limited.url}/waitlist`, init)).status)
  }
  expect(found).toEqual([403, 403, 429])
  await limited.remove()
})
