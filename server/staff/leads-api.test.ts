import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditPage, leadDetail, leadPage } from '../../app/leads/staff/contract/contract.ts'
import { type StaffSite, startStaffSite } from './testing/staff-site.ts'

let site: StaffSite
let cookie: string
/** Whose it is. */
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
/** A new lead's id. */
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
  auditPage.parse((await ask('GET', `/audit?limit=200${lead ? `&lead=${lead}` : ''}`)).body).entries

describe('a lead', () => {
  let id: string
  beforeEach(async () => {
    id = await submit({ message: '<b>\u202e=1+1' })
  })

  it('is listed and shown whole, and who looked is told once', async () => {
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

  it('is changed at its revision alone: the second is told, and nothing is overwritten', async () => {
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

  it('counts as contacted and accepted no longer once that was taken back', async () => {
    const counted = async () => {
      const { contacted, statuses } = (await ask('GET', '/figures')).body
      const accepted = statuses.find(({ value }: { value: string }) => value === 'accepted')
      const { campaigns } = (await ask('GET', '/funnel')).body
      const all = campaigns.reduce(
        (sum: number, row: { accepted: number }) => sum + row.accepted,
        0,
      )
      return [contacted, accepted?.leads ?? 0, all]
    }
    const before = await counted()
    const [contacted, accepted, all] = before
    const change = async (revision: number, status: string, expected: unknown[]) => {
      await ask('PATCH', `/leads/${id}`, { revision, status })
      await expect.poll(counted).toEqual(expected)
    }
    await change(1, 'accepted', [contacted + 1, accepted + 1, all + 1])
    await change(2, 'declined', [contacted + 1, accepted, all])
    await change(3, 'new', before)
  })

  it('is changed by one of those who change it at once', async () => {
    const answers = await Promise.all(
      ['contacted', 'accepted', 'declined'].map((status) =>
        ask('PATCH', `/leads/${id}`, { revision: 1, status }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
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

  it('is given to those alone who may read it', async () => {
    const { status, body } = await ask('PATCH', `/leads/${id}`, {
      revision: 1,
      owner: 'nobody-here',
    })
    expect({ status, body }).toMatchObject({ status: 400, body: { issues: [{ path: 'owner' }] } })
  })
})

describe('the audit log', () => {
  const last = async () => (await entries())[0]

  it('tells what was searched for as far as it names nobody', async () => {
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

describe('many leads', () => {
  it('are not all of them where what is searched for is no word', async () => {
    await submit()
    for (const q of ['%', '"', '…']) {
      const change = { filter: { q }, status: 'declined' }
      expect((await ask('POST', '/leads/bulk', change)).body).toEqual({ changed: 0 })
    }
  })

  it('are changed by their ids, each told, and counted once', async () => {
    const ids = [await submit(), await submit(), await submit()]
    const change = { ids: [...ids, 'none', ids[0]], status: 'declined' }
    expect((await ask('POST', '/leads/bulk', change)).body).toEqual({ changed: 3 })
    expect((await ask('POST', '/leads/bulk', change)).body).toEqual({ changed: 0 })
    const [last] = await entries(ids[2])
    expect(last).toMatchObject({ action: 'lead.changed' })
    expect((await ask('POST', '/leads/bulk', { ...change, filter: {} })).status).toBe(400)
  })

  it('are changed by a filter', async () => {
    await submit({}, 'waitlist')
    const change = { filter: { form: ['waitlist'] }, status: 'contacted' }
    expect((await ask('POST', '/leads/bulk', change)).body).toEqual({ changed: 1 })
  })
})

it('views are kept for a person, and replaced by name', async () => {
  const view = { name: 'New ones', query: 'status=new', shared: false }
  const { body } = await ask('POST', '/views', view)
  await ask('POST', '/views', { ...view, query: 'status=new&form=contact' })
  const { body: kept } = await ask('GET', '/views')
  expect(kept.views).toMatchObject([{ name: 'New ones', query: 'status=new&form=contact' }])
  expect((await ask('DELETE', `/views/${body.id}`)).status).toBe(404)
  expect((await ask('DELETE', `/views/${kept.views[0].id}`)).status).toBe(204)
})

it('somebody who has left is still named as an owner, and their shared views can be removed', async () => {
  const theirs = await site.signIn('leads')
  const view = { name: 'Theirs', query: 'status=new', shared: true }
  const kept = await ask('POST', '/views', view, { cookie: theirs })
  const { id: owner } = (await ask('GET', '/me', undefined, { cookie: theirs })).body
  const lead = await submit({ message: 'mine' })
  await ask('PATCH', `/leads/${lead}`, { revision: 1, owner })
  expect((await ask('DELETE', `/views/${kept.body.id}`)).status).toBe(404)

  await site.remove(theirs)
  const named = { id: owner, name: 'The leads' }
  expect((await ask('GET', `/leads/${lead}`)).body.owner).toEqual(named)
  expect((await ask('GET', '/leads?limit=1')).body.leads).toMatchObject([{ owner: named }])
  const { body } = await ask('POST', '/exports', { format: 'ndjson', filter: { owner: [owner] } })
  const file = await fetch(site.url + body.url, {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  })
  expect(await file.json()).toMatchObject({ id: lead, owner, owner_name: 'The leads' })
  expect((await ask('DELETE', `/views/${kept.body.id}`)).status).toBe(204)
})
