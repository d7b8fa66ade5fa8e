import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAssets } from '../assets/index.ts'
import { Dataset } from '../dataset/dataset.ts'
import { createHandler } from '../handler.ts'
import { createLogin } from '../login/login.ts'
import { NAMES, TOKEN } from '../testing/names.ts'
import { addPerson, PASSWORD, signIn } from '../testing/people.ts'
import { Accounts } from '../users/accounts.ts'
import { UserStore } from '../users/user-store.ts'

/** What each endpoint answers to whom: 403, or anything but 401 and 403 (`in`). */
type Answer = 403 | 'in'
type Row = Record<'viewer' | 'editor' | 'administrator' | 'token', Answer>

const EVERYBODY: Row = { viewer: 'in', editor: 'in', administrator: 'in', token: 'in' }
const WRITERS: Row = { ...EVERYBODY, viewer: 403 }
const MANAGERS: Row = { ...WRITERS, editor: 403 }
const PEOPLE: Row = { ...EVERYBODY, token: 403 }

/** Every endpoint; one that is not here fails the test. */
const TABLE: Record<string, Row> = {
  'GET data/query/production': EVERYBODY,
  'POST data/query/production': EVERYBODY,
  'GET data/doc/production/*': EVERYBODY,
  'POST data/mutate/production': WRITERS,
  'POST data/actions/production': WRITERS,
  'GET data/history/production/documents/*': EVERYBODY,
  'GET data/history/production/transactions/*': EVERYBODY,
  'GET data/references/production/documents/*/to': EVERYBODY,
  'GET data/listen/production': EVERYBODY,
  'GET data/live/events/production': EVERYBODY,
  'POST assets/images/production': WRITERS,
  'POST assets/files/production': WRITERS,
  'GET ping': EVERYBODY,
  'GET data/ping/production': EVERYBODY,
  'GET users/me': EVERYBODY,
  'GET auth/id': EVERYBODY,
  'GET users/*': EVERYBODY,
  'GET users/me/keyvalue/*': EVERYBODY,
  'PUT users/me/keyvalue': EVERYBODY,
  'GET projects/testing': EVERYBODY,
  'GET projects/testing/datasets': EVERYBODY,
  'GET projects/testing/datasets/production/acl': EVERYBODY,
  'GET projects/testing/grants': EVERYBODY,
  'GET projects/testing/user-applications': EVERYBODY,
  'GET features': EVERYBODY,
  'GET help': EVERYBODY,
  'GET journey/announcements': EVERYBODY,
  'GET journey/trial': EVERYBODY,
  'GET journey/trial/*': EVERYBODY,
  'GET intake/telemetry-status': EVERYBODY,
  'POST intake/batch': EVERYBODY,
  'POST descriptors/claim': EVERYBODY,
  'GET access/requests/me': EVERYBODY,
  'GET auth/providers': EVERYBODY,
  'GET auth/setup': EVERYBODY,
  'POST auth/setup': EVERYBODY,
  'POST auth/invitation': EVERYBODY,
  'POST auth/invitation/accept': EVERYBODY,
  'POST auth/reset': EVERYBODY,
  'POST auth/reset/accept': EVERYBODY,
  'POST auth/login': EVERYBODY,
  'POST auth/logout': EVERYBODY,
  'GET account/sessions': PEOPLE,
  'POST account/sessions/*/end': PEOPLE,
  'POST account/sessions/end-others': PEOPLE,
  'POST account/name': PEOPLE,
  'POST account/password': PEOPLE,
  'GET people': MANAGERS,
  'POST people/invitations': MANAGERS,
  'POST people/invitations/*/revoke': MANAGERS,
  'POST people/*/role': MANAGERS,
  'POST people/*/reset': MANAGERS,
  'POST people/*/remove': MANAGERS,
  'GET check/cors': EVERYBODY,
}

const directory = mkdtempSync(join(tmpdir(), 'lake-roles-'))
const dataset = new Dataset({ directory, ...NAMES })
const assets = createAssets({ directory: join(directory, 'assets'), ...NAMES, documents: dataset })
const store = new UserStore(directory)
const accounts = new Accounts({ store })
const { routes, handle, close } = createHandler({
  ...{ dataset, assets, accounts, token: TOKEN, log: undefined },
  login: createLogin({ password: PASSWORD }, accounts),
  projectId: NAMES.projectId,
  name: NAMES.dataset,
})
const server = createServer((request, response) =>
  handle(request, response, () => response.writeHead(404).end()),
)
let origin: string
const lake = () => ({ directory, origin, request })
const request = (path: string, init?: RequestInit) => fetch(origin + path, init)
const somebody = { id: 'test', name: 'Test' }

const callers = new Map<string, Record<string, string>>()
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await assets.close()
  dataset.close()
  store.close()
  rmSync(directory, { recursive: true })
})
beforeEach(async () => {
  callers.set('token', { authorization: `Bearer ${TOKEN}` })
  for (const role of ['viewer', 'editor', 'administrator']) {
    const { headers } = await signIn(lake(), { role })
    callers.set(role, headers)
  }
})

/** Asks an endpoint with a body that it can't use, and says what became of it. */
async function ask(endpoint: string, headers: Record<string, string>) {
  const [method = '', path = ''] = endpoint.split(' ')
  const gone = new AbortController()
  const response = await fetch(`${origin}/v2025-02-19/${path.replaceAll('*', 'a')}?query=*`, {
    method,
    headers,
    signal: gone.signal,
    ...(method !== 'GET' && { body: '{}' }),
  })
  gone.abort()
  return response.status
}

it('has a row for every endpoint', () => {
  const endpoints = routes.flatMap(({ methods, path }) =>
    methods.map((method) => `${method} ${path}`),
  )
  expect(Object.keys(TABLE).sort()).toEqual(endpoints.sort())
})

it.each(Object.entries(TABLE))('%s answers each role as it should', async (endpoint, row) => {
  for (const [role, expected] of Object.entries(row)) {
    const status = await ask(endpoint, callers.get(role) ?? {})
    if (expected === 403) expect(status, role).toBe(403)
    else expect([401, 403], role).not.toContain(status)
  }
})

it.each(Object.keys(TABLE).filter((endpoint) => TABLE[endpoint] !== EVERYBODY))(
  '%s is closed to who was removed, and to one in a role that is not known',
  async (endpoint) => {
    const { headers, id } = await signIn(lake(), { role: 'editor' })
    accounts.remove(id, somebody)
    expect(await ask(endpoint, headers)).toBe(401)
    const strange = await signIn(lake(), { role: 'something' })
    const status = await ask(endpoint, strange.headers)
    if (TABLE[endpoint] === PEOPLE) expect(status).not.toBe(401)
    else expect(status).toBe(403)
  },
)

it('changes nothing for who may only read, whatever is asked for', async () => {
  const { headers } = await signIn(lake(), { role: 'viewer' })
  dataset.transact([{ create: { _id: 'a', _type: 'note', n: 1 } }], { author: 'me' })
  const before = dataset.size
  const post = (path: string, body: unknown) =>
    request(`/v2025-02-19/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const mutations = [{ patch: { id: 'a', set: { n: 2 } } }]
  for (const path of ['data/mutate/production', 'data/mutate/production?dryRun=true']) {
    const response = await post(path, { mutations })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      statusCode: 403,
      error: { type: 'insufficientPermissionsError', description: expect.any(String) },
    })
  }
  const restore = { actionType: 'sanity.action.document.replaceDraft', publishedId: 'a' }
  const attributes = { _id: 'drafts.a', _type: 'note', n: 3 }
  expect(
    (await post('data/actions/production', { actions: [{ ...restore, attributes }] })).status,
  ).toBe(403)
  expect((await post('assets/files/production', 'words')).status).toBe(403)
  expect(dataset.size).toBe(before)
  expect(dataset.get('a')).toMatchObject({ n: 1 })
})

it('stores nothing of a request whose sender is removed before it has ended', async () => {
  for (const path of ['data/mutate/production', 'data/actions/production']) {
    const { headers, id } = await signIn(lake(), { role: 'editor' })
    const slow = send(`${origin}/v2025-02-19/${path}`, { method: 'POST', headers })
    const answered = once(slow, 'response')
    slow.write('{"mutations":[{"create":{"_type":"note","_id":"late"}}],"actions":[')
    await once(server, 'request')
    await new Promise(setImmediate)
    accounts.remove(id, somebody)
    slow.end(']}')
    const [response] = (await answered) as [IncomingMessage]
    expect(response.statusCode).toBe(401)
  }
  expect(dataset.get('late')).toBeUndefined()
})

it('tells a Studio what the role may do', async () => {
  const acl = async (role: string) => {
    const path = '/v1/projects/testing/datasets/production/acl'
    const response = await request(path, { headers: callers.get(role) ?? {} })
    const [grant] = (await response.json()) as { permissions: string[] }[]
    return grant?.permissions.includes('update')
  }
  expect(await acl('viewer')).toBe(false)
  for (const role of ['editor', 'administrator', 'token']) expect(await acl(role)).toBe(true)
})

it('names who is here and who was, and writes each into what they do', async () => {
  const { headers, id } = await signIn(lake(), { name: 'Grace Hopper', role: 'editor' })
  const body = JSON.stringify({ mutations: [{ create: { _id: 'drafts.by', _type: 'note' } }] })
  await request('/v1/data/mutate/production', { method: 'POST', headers, body })
  const [past] = dataset.history.transactions(['drafts.by'], { limit: 1 })
  expect(past?.author).toBe(id)
  accounts.remove(id, somebody)
  const other = addPerson(directory, { name: 'Ada' })
  const response = await request(`/v1/users/${id},${other.id},nobody`, {
    headers: callers.get('viewer') ?? {},
  })
  expect(await response.json()).toEqual([
    { id, displayName: 'Grace Hopper' },
    { id: other.id, displayName: 'Ada' },
    { id: 'nobody', displayName: 'nobody' },
  ])
})
