import { leadDetail, leadPage } from 'halvi-leads/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type StaffSite, startStaffSite } from './testing/staff-site.ts'

let site: StaffSite
let cookie: string
/** The id of the person whose cookie it is. */
let me: string
beforeAll(async () => {
  site = await startStaffSite()
  cookie = await site.signIn()
  const response = await fetch(`${site.url}/v1/users/me`, { headers: { cookie } })
  me = ((await response.json()) as { id: string }).id
})
afterAll(() => site.close())

async function ask(method: string, path: string, body?: unknown, headers = {}) {
  const response = await fetch(`${site.url}/staff/v1${path}`, {
    method,
    headers: {
      cookie,
      origin: site.url,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) }
}

let names = 0
/** Submits a form. Resolves to the id of the new lead. */
async function submit(fields: Record<string, string> = {}, form = 'contact'): Promise<string> {
  const name = `Visitor ${++names}`
  const payload = {
    type: 'contact_message',
    name,
    email: `visitor-${names}@example.com`,
    ...fields,
  }
  await site.leads.receive({ form, payload, spam: false, delivered: false })
  const { body } = await ask('GET', '/leads?limit=1')
  return body.leads[0].id
}

const entries = async (lead?: string) =>
  (await site.leads.audit.list({ limit: 200, ...(lead && { lead }) })).entries

describe('a lead', () => {
  let id: string
  beforeEach(async () => {
    id = await submit({ message: '<b>\u202e=1+1' })
  })

  it('is listed and shown with all fields, and its viewer is logged once', async () => {
    const list = await ask('GET', '/leads?form=contact&form=waitlist&status=new&limit=2')
    expect(list.status).toBe(200)
    expect(leadPage.parse(list.body).leads[0]).toMatchObject({ id, status: 'new', revision: 1 })
    for (let times = 0; times < 2; times++) {
      const { status, body } = await ask('GET', `/leads/${id}`)
      expect(status).toBe(200)
      expect(leadDetail.parse(body).fields).toContainEqual({
        key: 'message',
        label: 'Message',
        value: '<b>\u202e=1+1',
      })
    }
    expect(await entries(id)).toMatchObject([{ action: 'lead.viewed', by: { id: me } }])
  })

  it('is changed only at its current revision, otherwise responds with 409', async () => {
    const first = await ask('PATCH', `/leads/${id}`, { revision: 1, status: 'contacted' })
    expect(first).toMatchObject({ status: 200, body: { status: 'contacted', revision: 2 } })
    const second = await ask('PATCH', `/leads/${id}`, { revision: 1, owner: me })
    expect(second).toMatchObject({
      status: 409,
      body: { lead: { status: 'contacted', owner: null, revision: 2 } },
    })
    const third = await ask('PATCH', `/leads/${id}`, { revision: 2, owner: me })
    expect(third).toMatchObject({
      status: 200,
      body: { owner: { id: me, name: 'The administrator' } },
    })
    expect(third.body.history).toMatchObject([
      { action: 'lead.received', by: null },
      { action: 'lead.changed', detail: { status: { from: 'new', to: 'contacted' } } },
      { action: 'lead.changed', detail: { owner: { from: null, to: me } } },
    ])
  })

  it('has notes', async () => {
    const { body } = await ask('POST', `/leads/${id}/notes`, { text: ' called\0 \ud800🕌 ' })
    expect(body.noteList).toMatchObject([
      { text: 'called\ufffd \ufffd🕌', by: { name: 'The administrator' } },
    ])
    expect((await ask('GET', '/leads?limit=1')).body.leads[0]).toMatchObject({ id, notes: 1 })
    expect((await ask('POST', `/leads/${id}/notes`, { text: ' ' })).status).toBe(400)
    expect((await ask('POST', '/leads/none/notes', { text: 'x' })).status).toBe(404)
  })

  it('can be owned only by staff who may read leads', async () => {
    const { status, body } = await ask('PATCH', `/leads/${id}`, {
      revision: 1,
      owner: 'nobody-here',
    })
    expect({ status, body }).toMatchObject({ status: 400, body: { issues: [{ path: 'owner' }] } })
  })
})

describe('the cursor of a list', () => {
  const list = (query: string, after: string, headers = {}) =>
    ask('GET', `/leads?${query}&after=${encodeURIComponent(after)}`, undefined, headers)
  const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  let next: string
  beforeAll(async () => {
    for (let times = 0; times < 3; times++) await submit()
    next = (await ask('GET', '/leads?limit=1&form=contact')).body.next
  })

  it('returns the next page, with any page size', async () => {
    const first = await list('form=contact&limit=1', next)
    expect(first).toMatchObject({ status: 200, body: { leads: [{}] } })
    expect(await list('form=contact&limit=2', next)).toMatchObject({ status: 200 })
    expect(await list('form=contact&limit=1', first.body.next)).toMatchObject({ status: 200 })
  })

  it('is rejected when it is invalid or of another sort order, without an audit entry', async () => {
    const cookie = await site.signIn('leads')
    const me = (await ask('GET', '/me', undefined, { cookie })).body.id
    const invalid = [
      cursor('oldest', 1, '2026', 1, 0),
      cursor('newest', 1e9, null, 1, 0),
      cursor('newest', 2 ** 31, '2026', 1, 0),
      cursor('newest', 1, '2026', 'many', 0),
      'x',
    ]
    for (const after of invalid) {
      expect(await list('form=contact', after, { cookie }), after).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('cursor') },
      })
    }
    expect((await entries()).filter(({ by }) => by.id === me)).toEqual([])
    expect((await list('', cursor('newest', 1, '\0\ud800', 1, 0))).status).toBe(200)
  })

  it('creates a separate audit entry when used much later', async () => {
    const own = (await ask('GET', '/leads?limit=1&form=contact&sort=oldest')).body.next
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1e9)
    expect((await list('form=contact&sort=oldest', own)).status).toBe(200)
    now.mockRestore()
    const searches = (await entries()).filter(({ detail }) => detail.sort === 'oldest')
    expect(searches.filter(({ detail }) => detail.form)).toHaveLength(2)
  })
})

describe('the audit log', () => {
  const last = async () => (await entries())[0]

  it('contains the filters of a search without personal data', async () => {
    const query = 'form=contact&form=Amina&status=new&source=amina&q=canary+amina&sort=oldest'
    await ask('GET', `/leads?${query}`)
    const entry = await last()
    expect(entry).toMatchObject({
      action: 'leads.searched',
      detail: {
        ...{ form: ['contact'], status: ['new'], sort: 'oldest' },
        ...{ characters: 12, filters: ['source'] },
      },
    })
    expect(JSON.stringify(entry?.detail)).not.toMatch(/amina|canary/i)
  })
})

describe('bulk changes', () => {
  it('change no lead if the search contains no word', async () => {
    await submit()
    for (const q of ['%', '"', '…']) {
      const change = { filter: { q }, status: 'declined' }
      expect((await ask('POST', '/leads/bulk', change)).body).toEqual({ changed: 0 })
    }
  })

  it('change leads by id, with an audit entry each, and count each once', async () => {
    const ids = [await submit(), await submit(), await submit()]
    const change = { ids: [...ids, 'none', ids[0]], status: 'declined' }
    expect((await ask('POST', '/leads/bulk', change)).body).toEqual({ changed: 3 })
    expect((await ask('POST', '/leads/bulk', change)).body).toEqual({ changed: 0 })
    const [last] = await entries(ids[2])
    expect(last).toMatchObject({ action: 'lead.changed' })
    expect((await ask('POST', '/leads/bulk', { ...change, filter: {} })).status).toBe(400)
  })

  it('change leads by filter', async () => {
    await submit({}, 'waitlist')
    const change = { filter: { form: ['waitlist'] }, status: 'contacted' }
    expect((await ask('POST', '/leads/bulk', change)).body).toEqual({ changed: 1 })
  })
})

it('stores views per person and replaces them by name', async () => {
  const view = { name: 'New ones', query: 'status=new' }
  const { body } = await ask('POST', '/views', view)
  await ask('POST', '/views', { ...view, query: 'status=new&form=contact' })
  const { body: kept } = await ask('GET', '/views')
  expect(kept.views).toMatchObject([{ name: 'New ones', query: 'status=new&form=contact' }])
  expect((await ask('DELETE', `/views/${body.id}`)).status).toBe(404)
  const theirs = { cookie: await site.signIn('leads') }
  expect((await ask('GET', '/views', undefined, theirs)).body.views).toEqual([])
  expect((await ask('DELETE', `/views/${kept.views[0].id}`, undefined, theirs)).status).toBe(404)
  expect((await ask('DELETE', `/views/${kept.views[0].id}`)).status).toBe(204)
})

it('still shows former staff as owners', async () => {
  const theirs = await site.signIn('leads')
  const { id: owner } = (await ask('GET', '/me', undefined, { cookie: theirs })).body
  const lead = await submit({ message: 'mine' })
  await ask('PATCH', `/leads/${lead}`, { revision: 1, owner })
  await site.remove(theirs)
  const named = { id: owner, name: 'The leads' }
  expect((await ask('GET', `/leads/${lead}`)).body.owner).toEqual(named)
  expect((await ask('GET', '/leads?limit=1')).body.leads).toMatchObject([{ owner: named }])
  const { body } = await ask('POST', '/exports', { format: 'ndjson', filter: { owner: [owner] } })
  const file = await fetch(site.url + body.url, {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  })
  expect(await file.json()).toMatchObject({ id: lead, owner, owner_name: 'The leads' })
})

describe('messages to a staff member', () => {
  it.each([
    [400, { mode: 'each', email: 'other@example.com' }],
    [400, { mode: 'always' }],
    [200, { mode: 'each' }],
    [200, { mode: 'off' }],
  ])('answers %i to %j, and go to the address of the account', async (status, choice) => {
    expect((await ask('PUT', '/notice', choice)).status).toBe(status)
    const { body } = await ask('GET', '/notice')
    expect(body.email).toBe('first@example.com')
    if (status === 200) expect(body.mode).toBe(choice.mode)
  })
})
