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

let fixture: LakeFixture
let cookie: string
beforeAll(async () => {
  fixture = await startLake({ login: { password: PASSWORD } })
  cookie = (await signIn(fixture)).headers.cookie
})
afterAll(() => fixture.close())

/** The status of a request with these headers alone: `fetch` has Sec-Fetch-Mode of its own. */
async function statusOf(path: string, headers: Record<string, string>, method = 'GET') {
  const sent = request(`${fixture.origin}/v2025-02-19/${path}`, { method, headers }).end()
  const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage]
  sent.destroy()
  return statusCode
}

describe.each<[string, Record<string, string>]>([
  ['of another site', { origin: 'https://evil.example' }],
  ['whose origin is hidden', { origin: 'null' }],
  ['of the same host at another port', { origin: 'http://127.0.0.1:1' }],
  ['that loads it from a site beside this', { 'sec-fetch-site': 'same-site' }],
  [
    'that loads it from a site elsewhere',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
  ],
])('a page %s', (_, headers) => {
  it.each(PATHS)('reads nothing with the session of who is signed in: %s', async (path) => {
    expect(await statusOf(path, { cookie, ...headers })).toBe(403)
    expect(await statusOf(path, { cookie, ...headers }, 'HEAD')).toBe(403)
  })

  it('is answered as everybody is without a session, and with the token', async () => {
    expect(await statusOf('ping', headers)).toBe(200)
    expect(await statusOf('users/me', headers)).toBe(401)
    expect(await statusOf('users/me', { authorization: `Bearer ${TOKEN}`, ...headers })).toBe(200)
  })
})

it.each<[string, Record<string, string>]>([
  ['a page of this origin', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }],
  ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
  ['a link elsewhere', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ['a browser that says nothing', {}],
])('who is signed in reads from %s', async (_, headers) => {
  for (const path of PATHS) {
    const status = await statusOf(path, { cookie, ...headers })
    expect(status, path).toBeOneOf([200, 404])
  }
  expect(await statusOf('users/me', { cookie, origin: fixture.origin })).toBe(200)
})
