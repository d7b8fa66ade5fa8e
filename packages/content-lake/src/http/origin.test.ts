import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LakeFixture, startLake, TOKEN } from '../testing/lake-fixture.ts'
import { PASSWORD, signIn } from '../testing/people.ts'

const PATHS = [
  'users/me',
  'users/me/keyvalue/a',
  'account/sessions',
  'people',
  'data/query/production?query=*',
  'data/history/production/documents/a',
  'data/listen/production?query=*',
]

const CHANGES = ['data/mutate/production', 'auth/logout']

let fixture: LakeFixture
let cookie: string
beforeAll(async () => {
  fixture = await startLake({ login: { password: PASSWORD } })
  cookie = (await signIn(fixture)).headers.cookie
})
afterAll(() => fixture.close())

/** Returns the status of a request with only these headers. `fetch` would add Sec-Fetch-Mode. */
async function statusOf(path: string, headers: Record<string, string>, method = 'GET') {
  const sent = request(`${fixture.origin}/v2025-02-19/${path}`, { method, headers }).end()
  const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage]
  sent.destroy()
  return statusCode
}

describe.each<[string, Record<string, string>]>([
  ['from another site', { origin: 'https://evil.example' }],
  ['with a hidden origin', { origin: 'null' }],
  ['with an empty origin', { origin: '' }],
  ['from the same host on another port', { origin: 'http://127.0.0.1:1' }],
  ['from a sibling site (Sec-Fetch-Site: same-site)', { 'sec-fetch-site': 'same-site' }],
  [
    'from another site (Sec-Fetch-Site: cross-site)',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
  ],
])('a page %s', (_, headers) => {
  it.each(PATHS)('cannot read with the user session: %s', async (path) => {
    expect(await statusOf(path, { cookie, ...headers })).toBe(403)
    expect(await statusOf(path, { cookie, ...headers }, 'HEAD')).toBe(403)
  })

  it.each(CHANGES)('cannot change anything with the user session: %s', async (path) => {
    expect(await statusOf(path, { cookie, ...headers }, 'POST')).toBe(403)
    expect(await statusOf('users/me', { cookie })).toBe(200)
  })

  it('gets the same response as others without a session, and with the token', async () => {
    expect(await statusOf('ping', headers)).toBe(200)
    expect(await statusOf('users/me', headers)).toBe(401)
    expect(await statusOf('users/me', { authorization: `Bearer ${TOKEN}`, ...headers })).toBe(200)
  })
})

it.each<[string, Record<string, string>]>([
  ['a page of this origin', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }],
  ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
  ['a link on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ['a browser without these headers', {}],
])('a signed-in user can read from %s', async (_, headers) => {
  for (const path of PATHS) {
    const status = await statusOf(path, { cookie, ...headers })
    expect(status, path).toBeOneOf([200, 404])
  }
  expect(await statusOf('users/me', { cookie, origin: fixture.origin })).toBe(200)
})

it.each(CHANGES)(
  'a request that does not say where it comes from cannot change: %s',
  async (path) => {
    expect(await statusOf(path, { cookie }, 'POST')).toBe(403)
  },
)
