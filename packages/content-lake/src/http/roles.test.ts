import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Callers,
  ENDPOINTS,
  fromOtherOrigin,
  responsesOf,
  sameForAll,
} from '../testing/endpoints.ts'
import { serveParts } from '../testing/handler-fixture.ts'
import { READER, TOKEN } from '../testing/names.ts'
import { addPerson, signIn } from '../testing/people.ts'
import { strangersOf } from '../testing/strangers.ts'

const lake = await serveParts()
const { accounts, dataset, directory, origin, request, server } = lake
afterAll(() => lake[Symbol.asyncDispose]())

const somebody = { id: 'test', name: 'Test' }

const programs = {
  token: { authorization: `Bearer ${TOKEN}` },
  reader: { authorization: `Bearer ${READER}` },
}

/** Adds people in each role and in an unknown role, and signs them in. */
async function signStaffIn() {
  const staff: Callers = {}
  for (const role of ['viewer', 'author', 'editor', 'administrator', 'something']) {
    staff[role] = (await signIn(lake, { role })).headers
  }
  return staff
}

it('has a row for every endpoint', () => {
  expect(Object.keys(ENDPOINTS).sort()).toEqual(lake.routes.sort())
})

describe('every endpoint', () => {
  let staff: Callers
  let strangers: Callers
  beforeAll(async () => {
    staff = await signStaffIn()
    strangers = await strangersOf(lake)
  })

  it.each(Object.entries(ENDPOINTS))(
    'ignores a session that is forged, expired, ended, or of a removed person: %s',
    async (endpoint, row) => {
      const answers = await responsesOf(origin, endpoint, strangers)
      expect(answers).toEqual(sameForAll(strangers, row.stranger))
      const elsewhere = await responsesOf(origin, endpoint, fromOtherOrigin(strangers))
      expect(elsewhere).toEqual(sameForAll(strangers, row.foreign ?? row.stranger))
    },
  )

  it.each(Object.keys(ENDPOINTS))('rejects a page of another origin: %s', async (endpoint) => {
    const answers = await responsesOf(origin, endpoint, fromOtherOrigin(staff))
    expect(answers).toEqual(sameForAll(staff, 403))
  })

  it.each(Object.entries(ENDPOINTS))(
    'responds to each role as listed: %s',
    async (endpoint, row) => {
      const answers = await responsesOf(origin, endpoint, { ...staff, ...programs })
      const { viewer, author, editor, administrator, token, reader } = row
      const staffAnswers = { viewer, author, editor, administrator }
      // An unknown role only permits reading.
      expect(answers).toEqual({ ...staffAnswers, something: viewer, token, reader })
      if (endpoint === 'POST auth/logout') staff = await signStaffIn()
    },
  )
})

it('changes nothing for a user who may only read, for any write request', async () => {
  const { headers } = await signIn(lake, { role: 'viewer' })
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

it('stores nothing if the user is removed while the request is sent', async () => {
  // The last person who manages people cannot be removed.
  addPerson(directory, { name: 'Amina', role: 'administrator' })
  const { id: other } = addPerson(directory, { name: 'Ada', role: 'viewer' })
  const before = dataset.size
  const late = '{"email":"late@example.com","roles":["administrator"]'
  for (const [path, begun, rest, method = 'POST'] of [
    ['data/mutate/production', '{"mutations":[{"create":{"_type":"note","_id":"late"}}', ']}'],
    ['data/actions/production', '{"actions":[', ']}'],
    ['assets/files/production', 'wor', 'ds'],
    ['people/invitations', late, '}'],
    [`people/${other}/roles`, late, '}'],
    ['users/me/keyvalue', '[{"key":"late","value":1}', ']', 'PUT'],
  ] as [string, string, string, string?][]) {
    const { headers, id } = await signIn(lake, { role: 'administrator' })
    const slow = send(`${origin}/v2025-02-19/${path}`, { method, headers })
    const answered = once(slow, 'response')
    slow.write(begun)
    await once(server, 'request')
    await new Promise(setImmediate)
    accounts.remove(id, somebody)
    slow.end(rest)
    const [response] = (await answered) as [IncomingMessage]
    expect([path, response.statusCode]).toEqual([path, 401])
  }
  expect(dataset.size).toBe(before)
  expect(accounts.store.links.openInvitations()).toEqual([])
  expect(accounts.store.people.byId(other)?.role).toBe('viewer')
})

it('returns the permissions of the role to the Studio', async () => {
  const callers: Callers = { ...(await signStaffIn()), ...programs }
  /** Returns the filters of the documents that a role may write. */
  const acl = async (role: string) => {
    const path = '/v1/projects/testing/datasets/production/acl'
    const response = await request(path, { headers: callers[role] ?? {} })
    const grants = (await response.json()) as { filter: string; permissions: string[] }[]
    return grants
      .filter(({ permissions }) => permissions.includes('update'))
      .map(({ filter }) => filter)
  }
  expect(await acl('viewer')).toEqual([])
  expect(await acl('author')).toEqual(['_id in path("drafts.**")'])
  for (const role of ['editor', 'administrator', 'token']) {
    expect(await acl(role)).toEqual(['_id in path("**")'])
  }
})

it('returns the names of current and removed people, and records the author of each change', async () => {
  const { headers, id } = await signIn(lake, { name: 'Grace Hopper', role: 'editor' })
  const body = JSON.stringify({ mutations: [{ create: { _id: 'drafts.by', _type: 'note' } }] })
  await request('/v1/data/mutate/production', { method: 'POST', headers, body })
  const [past] = dataset.history.transactions(['drafts.by'], { limit: 1 })
  expect(past?.author).toBe(id)
  accounts.remove(id, somebody)
  const other = addPerson(directory, { name: 'Ada' })
  const response = await request(`/v1/users/${id},${other.id},nobody`, {
    headers: (await signIn(lake, { role: 'viewer' })).headers,
  })
  expect(await response.json()).toEqual([
    { id, displayName: 'Grace Hopper' },
    { id: other.id, displayName: 'Ada' },
    { id: 'nobody', displayName: 'nobody' },
  ])
})
