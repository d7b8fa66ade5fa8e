import { until } from 'halvi-kit/testing/until'
import { problem } from 'halvi-leads/contract'
import type { Role } from 'halvi-leads/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainMessage } from '../../packages/leads/mail/testing/test-mail.ts'
import { startSmtp, type TestSmtp } from '../../packages/leads/mail/testing/test-smtp.ts'
import type { StaffEndpoint } from './endpoint.ts'
import { allEndpoints } from './endpoints.ts'
import { type StaffSite, startStaffSite } from './testing/staff-site.ts'

/** The status that each role gets from an endpoint for a valid request. */
interface Row {
  /** The path to request, if `:id` is not the id of a lead. `APPLICANT` and `MESSAGE` stand for ids. */
  path?: string
  /** Whether the response contains a visitor's personal data. */
  shows?: true
  body?: unknown
  viewer: number
  author: number
  editor: number
  leads: number
  administrator: number
}

const noOne = { viewer: 403, author: 403, editor: 403 }
const readers = { ...noOne, leads: 200, administrator: 200 }
const sharers = { viewer: 403, author: 200, editor: 200 }
const shows = true
const everybody = { viewer: 200, author: 200, editor: 200, leads: 200, administrator: 200 }

/** Every endpoint must have a row here. A test checks that. */
const rows: Record<string, Row> = {
  'GET /me': everybody,
  'GET /people': readers,
  'GET /leads': { ...readers, shows },
  'GET /leads/:id': { ...readers, shows },
  // Nothing changes.
  'PATCH /leads/:id': { ...readers, shows, body: { revision: 1 } },
  'POST /leads/:id/notes': { ...readers, shows, body: { text: 'called' } },
  // The lead has nothing to send.
  'POST /leads/:id/replay': { ...noOne, leads: 404, administrator: 404 },
  'GET /applicants/:id': { ...readers, shows, path: '/applicants/APPLICANT' },
  // No credit was withheld.
  'POST /applicants/:id/credit': {
    ...{ path: '/applicants/APPLICANT/credit', body: { credit: 'given' } },
    ...{ ...noOne, leads: 404, administrator: 404 },
  },
  'POST /leads/:id/reply': {
    ...{ ...readers, shows },
    body: { id: '0195d3f0-7d2a-7cc0-8e5c-3b2a5a1f6d21', subject: 'Hello', text: 'Hello' },
  },
  // The lead is not accepted.
  'POST /leads/:id/decision': {
    ...{ body: { kind: 'accepted' }, ...noOne, leads: 409, administrator: 409 },
  },
  'GET /credits': readers,
  'GET /referrers': readers,
  'GET /outbox': readers,
  'GET /messages': { ...readers, shows },
  // A message to an address that is not confirmed has no text of the applicant.
  'GET /messages/:id': { ...readers, path: '/messages/MESSAGE' },
  // The message was sent.
  'POST /messages/:id/retry': {
    ...{ path: '/messages/MESSAGE/retry', ...noOne, leads: 404, administrator: 404 },
  },
  'POST /messages/:id/cancel': {
    ...{ path: '/messages/MESSAGE/cancel', ...noOne, leads: 404, administrator: 404 },
  },
  'POST /leads/bulk': { ...readers, body: { ids: [] } },
  'POST /leads/erase': {
    ...readers,
    body: { email: 'nobody@example.com', confirm: 'nobody@example.com' },
  },
  'POST /leads/mentions': { ...readers, body: { email: 'amina@example.com' } },
  'POST /leads/about': { ...readers, shows, body: { email: 'amina@example.com' } },
  'POST /exports': { ...readers, body: { format: 'csv', filter: {} } },
  // The ticket does not exist.
  'GET /exports/:ticket': { path: '/exports/none', ...noOne, leads: 404, administrator: 404 },
  'GET /figures': { ...readers, shows },
  'GET /funnel': { ...readers, shows },
  'GET /backlog': readers,
  'GET /changes': readers,
  'GET /views': readers,
  'POST /views': { ...readers, body: { name: 'New', query: 'status=new' } },
  'DELETE /views/:id': { path: '/views/none', ...noOne, leads: 404, administrator: 404 },
  'GET /notice': readers,
  'PUT /notice': { ...readers, body: { mode: 'daily' } },
  'GET /waves': readers,
  'POST /waves/preview': { ...readers, body: { count: 1 }, shows: true },
  'POST /waves': {
    ...readers,
    body: { id: '00000000-0000-4000-8000-000000000000', name: 'First', count: 1, perHour: 1 },
  },
  'PATCH /waves/:id': {
    ...{ path: '/waves/none', ...noOne, leads: 404, administrator: 404 },
    body: { action: 'pause' },
  },
  'GET /preview-links': { ...sharers, leads: 403, administrator: 200 },
  'DELETE /preview-links/:id': {
    ...{ path: '/preview-links/none', viewer: 403, leads: 403 },
    ...{ author: 404, editor: 404, administrator: 404 },
  },
}

const roles: readonly Role[] = ['viewer', 'author', 'editor', 'leads', 'administrator']

let site: StaffSite
let lead: string
let smtp: TestSmtp
const ids = { APPLICANT: '', MESSAGE: '' }
const cookies: Record<string, string> = {}

beforeAll(async () => {
  smtp = await startSmtp()
  site = await startStaffSite({
    mail: {
      smtp: { url: smtp.url, from: 'hello@halvi.test' },
      siteUrl: () => 'https://halvi.test',
      render: plainMessage,
      confirms: true,
      sending: { pollMs: 5 },
    },
  })
  for (const role of ['administrator', 'viewer', 'author', 'editor', 'leads'] as const) {
    cookies[role] = await site.signIn(role)
  }
  cookies.removed = await site.signIn('leads')
  await site.remove(cookies.removed)
  cookies.ended = await site.signIn('leads')
  await site.signOut(cookies.ended)
  cookies.forged = `${cookies.administrator?.slice(0, -4)}AAAA`
  const payload = { name: 'Amina', email: 'amina@example.com', city_state: 'Amina City' }
  const firstTouch = { source: 'amina', campaign: 'amina' }
  const submission = { form: 'contact', payload, firstTouch, spam: false, delivered: false }
  await site.leads.receive(submission)
  const list = await site.leads.staff.list({ sort: 'newest', limit: 1 }, { id: '', name: '' })
  lead = list.leads[0]?.id ?? ''
  await until(async () => {
    const found = await site.leads.staff.messages({ limit: 1 }, { id: '', name: '' })
    const [message] = found.messages
    expect(message?.state).toBe('delivered')
    Object.assign(ids, { APPLICANT: message?.applicant?.id, MESSAGE: message?.id })
  })
})
afterAll(async () => {
  await site.close()
  await smtp.close()
})

const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status

async function ask(
  name: string,
  cookie: string | undefined,
  headers = {},
  { path: other, body }: Pick<Row, 'path' | 'body'> = rows[name] ?? {},
): Promise<{ status: number; text: string }> {
  const [method = '', path = ''] = name.split(' ')
  const shape = endpoints.find((each) => nameOf(each) === name)?.response
  const at = (other ?? path.replace(':id', lead)).replace(
    /APPLICANT|MESSAGE/,
    (name) => ids[name as keyof typeof ids],
  )
  const response = await fetch(`${site.url}/staff/v1${at}`, {
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
  if (response.status >= 400) expect(problem.safeParse(JSON.parse(text)).error).toBeUndefined()
  else if (shape) expect(shape.safeParse(JSON.parse(text)).error).toBeUndefined()
  expect(response.headers.get('cache-control')).toBe('no-store')
  for (const header of response.headers.keys()) expect(header).not.toMatch(/^access-control-/)
  return { status: response.status, text }
}

/** Resolves to the actions in the audit log of the person whose cookie it is. */
async function actionsOf(cookie: string): Promise<string[]> {
  const { id } = JSON.parse((await ask('GET /me', cookie)).text)
  const { entries } = await site.leads.audit.list({ limit: 200 })
  return entries.filter(({ by }) => by.id === id).map(({ action }) => action)
}

const endpoints = allEndpoints
const nameOf = ({ method, path }: StaffEndpoint) => `${method} ${path}`
const names = endpoints.map(nameOf)

it('has a row for every endpoint, and no others', () => {
  expect(Object.keys(rows).sort()).toEqual([...names].sort())
})

describe.each(names)('%s', (name) => {
  it('responds depending on the role', async () => {
    const statuses: Record<string, number> = {}
    for (const role of roles) statuses[role] = await statusOf(name, cookies[role])
    const { viewer, author, editor, leads, administrator } = rows[name] as Row
    expect(statuses).toEqual({ viewer, author, editor, leads, administrator })
  })

  it('rejects and counts requests without a valid session', async () => {
    const before = site.rejected.length
    for (const cookie of [undefined, cookies.forged, cookies.ended, cookies.removed]) {
      expect(await statusOf(name, cookie)).toBe(401)
    }
    expect(site.rejected.slice(before)).toEqual(Array(4).fill('staff'))
  })

  it('rejects requests from pages of other sites', async () => {
    const { administrator } = cookies
    expect(await statusOf(name, administrator, { origin: 'https://evil.test' })).toBe(403)
    expect(await statusOf(name, administrator, { origin: 'null' })).toBe(403)
  })
})

it.each(names)(
  '%s creates an audit entry for each person to whom it shows a lead',
  async (name) => {
    const cookie = await site.signIn('leads')
    const { text } = await ask(name, cookie)
    expect(/amina/i.test(text)).toBe(rows[name]?.shows === true)
    if (rows[name]?.shows) expect(await actionsOf(cookie)).not.toEqual([])
  },
)

it.each([
  ['a wrong revision', { revision: 17, status: 'accepted' }],
  ['a wrong revision and nothing to change', { revision: 0 }],
])('logs a 409 response to %s in the audit log', async (_what, body) => {
  const cookie = await site.signIn('leads')
  const { status, text } = await ask('PATCH /leads/:id', cookie, {}, { body })
  expect({ status, text }).toEqual({ status: 409, text: expect.stringContaining('amina@') })
  expect(await actionsOf(cookie)).toEqual(['lead.viewed'])
})

it('logs no errors', () => {
  expect(site.errors).toEqual([])
})
