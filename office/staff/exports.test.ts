import { until } from 'halvi-kit/testing/until'
import { BusyError } from 'halvi-leads'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type StaffSite, startStaffSite } from './testing/staff-site.ts'

it('requires a recent password for exports by filter and for erasures', async () => {
  const site = await startStaffSite()
  const headers = { cookie: await site.signIn('leads'), origin: site.url }
  const post = async (path: string, body: object) => {
    const response = await fetch(site.url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, type: ((await response.json()) as { type?: string }).type }
  }
  const email = 'nobody@example.com'
  const requests = [
    ['/staff/v1/exports', { format: 'csv', filter: {} }],
    ['/staff/v1/exports', { format: 'xlsx', filter: { q: 'a' } }],
    ['/staff/v1/leads/erase', { email, confirm: email }],
  ] as const
  const all = () => Promise.all(requests.map(([path, body]) => post(path, body)))
  expect(await all()).toEqual(Array(3).fill({ status: 200 }))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12 * 60 * 60_000 })
  expect(await all()).toEqual(Array(3).fill({ status: 403, type: 'reauthenticate' }))
  expect((await post('/staff/v1/leads/about', { email })).status).toBe(200)
  const password = 'a password of the tests'
  expect((await post('/v1/auth/reauthenticate', { password })).status).toBe(200)
  expect(await all()).toEqual(Array(3).fill({ status: 200 }))
  vi.useRealTimers()
  await site.close()
})

describe('an export of leads', () => {
  let site: StaffSite
  let cookie: string
  let other: string
  /** Enough leads to exceed the network buffers between two processes. */
  const leads = 1_200

  beforeAll(async () => {
    site = await startStaffSite()
    cookie = await site.signIn('leads')
    other = await site.signIn('leads')
    await Promise.all(
      Array.from({ length: leads }, (_, index) => {
        const name = index === 7 ? '=Canary("Zaynab")' : `Visitor ${index}`
        const email = index === 7 ? 'canary@example.com' : `visitor-${index}@example.com`
        const message = 'x'.repeat(10_000)
        const payload = { type: 'contact_message', name, email, message }
        return site.leads.receive({ form: 'contact', payload, spam: false, delivered: false })
      }),
    )
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  afterAll(() => site.close())

  async function ticket(format: string, filter: object): Promise<string> {
    const response = await fetch(`${site.url}/staff/v1/exports`, {
      method: 'POST',
      headers: { cookie, origin: site.url, 'content-type': 'application/json' },
      body: JSON.stringify({ format, filter }),
    })
    const { url } = (await response.json()) as { url: string }
    return site.url + url
  }
  /** Sends a request like a browser that follows a link. */
  const follow = (url: string, as = cookie, rest: RequestInit = {}) =>
    fetch(url, { headers: { cookie: as, 'sec-fetch-site': 'same-origin' }, ...rest })
  const exportEntries = async () =>
    (await site.leads.audit.list({ limit: 200 })).entries.filter(({ action }) =>
      action.startsWith('leads.export'),
    )

  const lastEntry = async () => (await exportEntries())[0]

  it('contains exactly the filtered leads, is downloaded once by its owner, and is in the audit log', async () => {
    const url = await ticket('csv', { q: 'canary' })
    expect((await follow(url, other)).status).toBe(404)
    const again = await ticket('csv', { q: 'canary' })
    expect((await follow(again, '')).status).toBe(401)
    const response = await follow(again)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="leads-[\d-]{10}\.csv"$/,
    )
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`"=""=Canary(""""Zaynab"""")"""`)
    expect((await follow(again)).status).toBe(404)
    await until(async () =>
      expect(await lastEntry()).toMatchObject({
        action: 'leads.export-ended',
        by: { name: 'The leads' },
        detail: { format: 'csv', rows: 1, whole: true },
      }),
    )
    const [, begun] = await exportEntries()
    expect(begun).toMatchObject({
      action: 'leads.exported',
      detail: { format: 'csv', characters: 6 },
    })
    expect(JSON.stringify(begun)).not.toContain('canary')
  })

  it('that was rejected during other exports can be downloaded with the same link later, once', async () => {
    const before = (await exportEntries()).length
    const url = await ticket('csv', { q: 'canary' })
    const busy = new BusyError('Other exports are under way')
    vi.spyOn(site.leads.staff, 'export').mockRejectedValueOnce(busy)
    expect((await follow(url)).status).toBe(503)
    expect(await exportEntries()).toHaveLength(before)
    const two = await Promise.all([follow(url), follow(url)])
    expect(two.map(({ status }) => status).sort()).toEqual([200, 404])
    await Promise.all(two.map((response) => response.text()))
    await until(async () => expect((await exportEntries()).length).toBe(before + 2))
  })

  it('stops when the client disconnects, and is logged as incomplete', async () => {
    const gone = new AbortController()
    const response = await follow(await ticket('ndjson', {}), cookie, { signal: gone.signal })
    await response.body?.getReader().read()
    gone.abort()
    await until(async () =>
      expect(await lastEntry()).toMatchObject({
        action: 'leads.export-ended',
        detail: { format: 'ndjson', whole: false },
      }),
    )
  })

  it('causes no logged errors', () => {
    expect(site.errors).toEqual([])
  })
})
