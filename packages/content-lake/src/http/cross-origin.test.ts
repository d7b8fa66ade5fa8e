import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type LocalLake, startLake } from '../start-lake.ts'
import { errorOf } from '../testing/lake-fixture.ts'

const STUDIO = 'http://localhost:3334'
const EVIL = 'https://evil.example'

let lake: LocalLake
beforeAll(async () => {
  lake = await startLake({
    port: 0,
    users: [
      { id: 'ann', name: 'Ann <b>' },
      { id: 'vic', name: 'Vic', role: 'viewer' },
    ],
  })
})
afterAll(() => lake.close())

const request = (path: string, init?: RequestInit) => fetch(lake.url + path, init)

/** Returns the JSON of a response. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape
const json = async (path: string, init?: RequestInit): Promise<any> =>
  (await request(path, init)).json()

/** Signs a user in as a Studio does. Returns the token and the cookie. */
async function signIn(id: string) {
  const back = encodeURIComponent(`${STUDIO}/structure`)
  const left = await request(`/v1/auth/local/${id}?origin=${back}&withSid=true`, {
    redirect: 'manual',
  })
  const to = new URL(left.headers.get('location') ?? '')
  expect(to.origin + to.pathname).toBe(`${STUDIO}/structure`)
  const sid = to.hash.replace('#sid=', '')
  const { token } = await json(`/v2021-06-07/auth/fetch?sid=${sid}`)
  expect((await request(`/v2021-06-07/auth/fetch?sid=${sid}`)).status).toBe(401)
  return { token, cookie: left.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

describe('a page of another origin', () => {
  it('may ask first, with all headers that a Studio sends', async () => {
    const { status, headers } = await request('/v1/users/me', {
      method: 'OPTIONS',
      headers: {
        origin: STUDIO,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,x-sanity-app',
      },
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(STUDIO)
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('timing-allow-origin')).toBe(STUDIO)
    expect(headers.get('access-control-allow-headers')).toContain('authorization')
    expect(headers.get('access-control-allow-methods')).toContain('DELETE')
  })

  it('gets no permission if it is not allowed, except to find that out', async () => {
    const asked = { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } }
    const { headers } = await request('/v1/users/me', {
      ...asked,
      headers: { origin: EVIL, ...asked.headers },
    })
    expect(headers.get('access-control-allow-origin')).toBeNull()
    const from = { headers: { origin: EVIL } }
    const query = await request('/v1/data/query/production?query=*', from)
    expect(query.headers.get('access-control-allow-origin')).toBeNull()
    const ping = await request('/v1/ping', from)
    expect(ping.headers.get('access-control-allow-origin')).toBe('*')
    const check = await json('/v1/check/cors', from)
    expect(check.result).toEqual({ allowed: false, withCredentials: false })
  })

  it('may use the cookie of a local user only if it is allowed', async () => {
    const { cookie } = await signIn('ann')
    const me = (origin: string) => request('/v1/users/me', { headers: { origin, cookie } })
    expect(await (await me(STUDIO)).json()).toMatchObject({ id: 'ann', role: 'administrator' })
    expect((await me(EVIL)).status).toBe(403)
  })
})

describe('a local user', () => {
  it('is offered by the provider, and leads back to allowed origins only', async () => {
    const { providers } = await json('/v1/auth/providers')
    const url = new URL(providers[0].url)
    const page = await request(`${url.pathname}?origin=${STUDIO}/`)
    expect(await page.text()).toContain('Ann &#60;b&#62;')
    for (const path of ['auth/local', 'auth/local/ann']) {
      expect((await request(`/v1/${path}?origin=${EVIL}/`)).status).toBe(403)
    }
    expect((await request(`/v1/auth/local/bob?origin=${STUDIO}/`)).status).toBe(404)
  })

  it('has the permissions of the role, and is the author of changes', async () => {
    const write = { _id: 'by-ann', _type: 'note' }
    const ann = lake.client({ token: (await signIn('ann')).token })
    await ann.create(write)
    const vic = lake.client({ token: (await signIn('vic')).token })
    expect(await vic.users.getById('ann')).toMatchObject({ displayName: 'Ann <b>' })
    expect(await errorOf(vic.delete('by-ann'))).toMatchObject({ statusCode: 403 })
    const path = '/data/history/production/transactions/by-ann?excludeContent=true'
    expect(await vic.request({ url: path, json: false })).toContain('"author":"ann"')
  })

  it('is not anyone who makes up a token', async () => {
    const { token } = await signIn('ann')
    for (const wrong of [`${token}a`, token.replace('ann', 'vic'), 'local.ann.', 'local..']) {
      const headers = { authorization: `Bearer ${wrong}` }
      expect((await request('/v1/users/me', { headers })).status).toBe(401)
    }
  })
})

describe('a presence socket', () => {
  const open = (origin: string) =>
    new WebSocket(`${lake.url.replace('http', 'ws')}/v1/socket/production`, { origin })
  const answers = (socket: WebSocket) =>
    new Promise((resolve) => {
      socket.on('message', (data) => {
        if (String(data).startsWith('{')) resolve(JSON.parse(String(data)))
      })
      socket.on('close', (code) => resolve(code))
      socket.on('error', (error) => resolve(error.message))
    })
  const call = (socket: WebSocket, method: string, params: object) =>
    socket.on('open', () => socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })))

  it('is authorized by its first message', async () => {
    const { token } = await signIn('vic')
    const socket = open(STUDIO)
    call(socket, 'authorization', { authorization: `Bearer ${token}` })
    expect(await answers(socket)).toMatchObject({ id: 1, result: true })
    socket.close()
  })

  it('is closed for another message or a wrong token, and refused to other origins', async () => {
    const early = open(STUDIO)
    call(early, 'presence_subscribe', {})
    expect(await answers(early)).toBe(4001)
    const wrong = open(STUDIO)
    call(wrong, 'authorization', { authorization: 'Bearer wrong' })
    expect(await answers(wrong)).toBe(4001)
    expect(await answers(open(EVIL))).toMatch(/403/)
  })
})

describe('a stock client', () => {
  it('addresses a dataset by its resource, and paths with two slashes', async () => {
    const id = 'local.production'
    const client = lake.client({ resource: { type: 'dataset', id } })
    await client.create({ _id: 'res', _type: 'note', text: 'by resource' })
    expect(await client.getDocument('res')).toMatchObject({ text: 'by resource' })
    expect(await client.fetch('*[_id == "res"][0].text')).toBe('by resource')
    expect((await request('//v2024-01-01/ping')).status).toBe(200)
    expect((await request('/v1/projects/other/datasets/production/query')).status).toBe(404)
  })

  it('refers to documents elsewhere, and to assets without a file', async () => {
    const sha1 = 'a'.repeat(40)
    const _id = `image-${sha1}-20x10-png`
    const file = `images/local/production/${sha1}-20x10.png`
    await lake.client().create({ _id, _type: 'sanity.imageAsset', path: file })
    await lake.client().create({
      ...{ _id: 'refers', _type: 'note' },
      image: { asset: { _type: 'reference', _ref: _id } },
      media: { _type: 'globalDocumentReference', _ref: 'media-library:ml1:x' },
    })
    expect((await request(`/${file}`)).status).toBe(404)
  })

  it('looks preview secrets up, where they are stored', async () => {
    const secret = { _id: 'drafts.s', _type: 'sanity.previewUrlSecret', secret: 'word' }
    await lake.client().create(secret)
    const query = '*[_type == "sanity.previewUrlSecret" && secret == "word"][0]._id'
    expect(await lake.client().fetch(query, {}, { perspective: 'raw' })).toBe('drafts.s')
  })
})

it('returns the events of a document for the history of a Studio', async () => {
  const client = lake.client()
  const act = (actionType: string, more: object) =>
    client.action({ actionType: `sanity.action.document.${actionType}`, ...more } as never)
  const ids = { publishedId: 'h', draftId: 'drafts.h' }
  const edit = (n: number) => act('edit', { ...ids, patch: { set: { n } } })
  await client.create({ _id: 'drafts.h', _type: 'note', n: 0 })
  await edit(1)
  await act('publish', ids)
  await edit(2)
  await act('discard', { ...ids })
  await act('unpublish', ids)
  await act('delete', { publishedId: 'h', includeDrafts: ['drafts.h'] }).catch(() => {})
  const eventsOf = async (id: string) => {
    const url = `/data/history/production/events/documents/${id}?limit=100`
    const { events } = await client.request({ url })
    return events[id] as { type: string; versionRevisionId?: string; revisionId?: string }[]
  }
  const draft = await eventsOf('drafts.h')
  expect(
    draft
      .map(({ type }) => type)
      .reverse()
      .slice(0, 5),
  ).toEqual([
    'createDocumentVersion',
    'publishDocumentVersion',
    'createDocumentVersion',
    'deleteDocumentVersion',
    'unpublishDocument',
  ])
  const publish = draft.find(({ type }) => type === 'publishDocumentVersion')
  const past = async (id: string, revision: string | undefined) => {
    const url = `/data/history/production/documents/${id}?revision=${revision}`
    return (await client.request({ url })).documents[0]
  }
  expect(await past('drafts.h', publish?.versionRevisionId)).toMatchObject({ n: 1 })
  expect(await past('h', publish?.revisionId)).toMatchObject({ n: 1 })
})
