import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../app/leads/staff/permissions.ts'
import { allEndpoints } from './endpoints.ts'
import { type StaffSite, startStaffSite } from './testing/staff-site.ts'

/** What each role gets of an endpoint, with a request that says nothing wrong. */
interface Row {
  /** Where `:id` is asked for, in place of that of a lead. */
  path?: string
  body?: unknown
  viewer: number
  editor: number
  leads: number
  administrator: number
}

const noOne = { viewer: 403, editor: 403 }
const readers = { ...noOne, leads: 200, administrator: 200 }
const administrators = { ...noOne, leads: 403, administrator: 200 }
const everybody = { viewer: 200, editor: 200, leads: 200, administrator: 200 }

/** Every endpoint has its row here, or this fails. */
const rows: Record<string, Row> = {
  'GET /me': everybody,
  'GET /people': readers,
  'GET /leads': readers,
  'GET /leads/:id': readers,
  'PATCH /leads/:id': { ...readers, body: { revision: 1 } },
  'POST /leads/:id/notes': { ...readers, body: { text: 'called' } },
  // Nothing is to be sent.
  'POST /leads/:id/replay': { ...noOne, leads: 404, administrator: 404 },
  'POST /leads/bulk': { ...readers, body: { ids: [] } },
  'POST /leads/erase': {
    ...readers,
    body: { email: 'nobody@example.com', confirm: 'nobody@example.com' },
  },
  'POST /leads/about': { ...readers, body: { email: 'nobody@example.com' } },
  'GET /figures': readers,
  'GET /funnel': readers,
  'GET /changes': readers,
  'GET /views': readers,
  'POST /views': { ...readers, body: { name: 'New', query: 'status=new', shared: false } },
  'DELETE /views/:id': { path: '/views/none', ...noOne, leads: 404, administrator: 404 },
  'GET /retention': readers,
  'PUT /retention': { ...administrators, body: { forms: [] } },
  'GET /audit': administrators,
}

const roles: readonly Role[] = ['viewer', 'editor', 'leads', 'administrator']

let site: StaffSite
let lead: string
const cookies: Record<string, string> = {}

beforeAll(async () => {
  site = await startStaffSite()
  for (const role of ['administrator', 'viewer', 'editor', 'leads'] as const) {
    cookies[role] = await site.signIn(role)
  }
  cookies.removed = await site.signIn('leads')
  await site.remove(cookies.removed)
  cookies.ended = await site.signIn('leads')
  await site.signOut(cookies.ended)
  cookies.forged = `${cookies.administrator?.slice(0, -4)}AAAA`
  const payload = { type: 'contact_message', name: 'Amina', email: 'amina@example.com' }
  await site.leads.receive({ form: 'contact', payload, spam: false, delivered: false })
  const list = await site.leads.staff.list({ sort: 'newest', limit: 1 })
  lead = list.leads[0]?.id ?? ''
})
afterAll(() => site.close())

async function statusOf(name: string, cookie: string | undefined, headers = {}): Promise<number> {
  const [method = '', path = ''] = name.split(' ')
  const { path: other, body } = rows[name] ?? {}
  const response = await fetch(`${site.url}/staff/v1${other ?? path.replace(':id', lead)}`, {
    method,
    headers: {
      ...(cookie !== undefined && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      origin: site.url,
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status >= 400) expect(JSON.parse(text)).toHaveProperty('error')
  expect(response.headers.get('cache-control')).toBe('no-store')
  for (const header of response.headers.keys()) expect(header).not.toMatch(/^access-control-/)
  return response.status
}

const names = allEndpoints().map(({ method, path }) => `${method} ${path}`)

it('names every endpoint, and no other', () => {
  expect(Object.keys(rows).sort()).toEqual([...names].sort())
})

describe.each(names)('%s', (name) => {
  it('is answered by role', async () => {
    const statuses: Record<string, number> = {}
    for (const role of roles) statuses[role] = await statusOf(name, cookies[role])
    const { viewer, editor, leads, administrator } = rows[name] as Row
    expect(statuses).toEqual({ viewer, editor, leads, administrator })
  })

  it('is refused, and counted, to whoever does not work here', async () => {
    const before = site.refused.length
    for (const cookie of [undefined, cookies.forged, cookies.ended, cookies.removed]) {
      expect(await statusOf(name, cookie)).toBe(401)
    }
    expect(site.refused.slice(before)).toEqual(Array(4).fill('staff'))
  })

  it('is refused to pages of other sites', async () => {
    const { administrator } = cookies
    expect(await statusOf(name, administrator, { origin: 'https://evil.test' })).toBe(403)
    expect(await statusOf(name, administrator, { origin: 'null' })).toBe(403)
  })
})

it('answers nothing wrong on our side', () => {
  expect(site.errors).toEqual([])
})
