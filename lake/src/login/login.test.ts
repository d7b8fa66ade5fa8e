import { chmodSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LakeError } from '../errors/errors.ts'
import { type LakeFixture, startLake, TOKEN } from '../testing/lake-fixture.ts'
import { PasswordGuard } from './password.ts'
import { SESSION_COOKIE } from './sessions.ts'

const PASSWORD = 'a password for tests only'

let fixture: LakeFixture
beforeEach(async () => {
  fixture = await startLake({ login: { password: PASSWORD } })
})
afterEach(async () => {
  vi.useRealTimers()
  await fixture.close()
})

interface Asked {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  at?: LakeFixture
}

function ask(path: string, { method, body, headers = {}, at = fixture }: Asked = {}) {
  return at.request(`/v1/${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

const logIn = (password: unknown = PASSWORD, headers = {}, at = fixture) =>
  ask('auth/login', { body: { password }, headers, at })

/** The cookie that a response sets, as a browser sends it back. */
const cookieOf = (response: Response) =>
  response.headers.get('set-cookie')?.split(';')[0] ?? undefined

async function signIn(at = fixture) {
  const cookie = cookieOf(await logIn(PASSWORD, {}, at))
  return { cookie: String(cookie), origin: at.origin }
}

const whoAmI = async (headers: Record<string, string>, at = fixture) =>
  (await ask('users/me', { headers, at })).status

const mutate = (headers: Record<string, string>, at = fixture) =>
  ask('data/mutate/production', {
    body: { mutations: [{ createIfNotExists: { _id: 'a', _type: 'note' } }] },
    headers,
    at,
  })

describe('signing in', () => {
  it('gives a cookie that no script reads, and with it everything', async () => {
    const response = await logIn()
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ id: 'editor', role: 'administrator' })
    const attributes = String(response.headers.get('set-cookie')).split('; ').slice(1)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax'])
    const headers = { cookie: `other=1; ${cookieOf(response)}; more=2`, origin: fixture.origin }
    expect(await whoAmI(headers)).toBe(200)
    expect((await mutate(headers)).status).toBe(200)
    const raw = 'data/query/production?query=count(*)&perspective=raw'
    expect(await (await ask(raw, { headers })).json()).toMatchObject({ result: 1 })
    const history = await ask('data/history/production/transactions/a', { headers })
    expect(await history.text()).toContain('"author":"editor"')
  })

  it('marks the cookie for https where the request came over it', async () => {
    const options = { password: PASSWORD, secureCookie: () => true, sessionSeconds: 60 }
    const secure = await startLake({ login: options })
    const cookie = (await logIn(PASSWORD, {}, secure)).headers.get('set-cookie')
    expect(cookie).toContain('; Secure')
    expect(cookie).toContain('Max-Age=60;')
    await secure.close()
  })

  it('refuses a wrong password and what is none', async () => {
    for (const wrong of [`${PASSWORD} `, '', PASSWORD.toUpperCase(), 'x'.repeat(3000)]) {
      const response = await logIn(wrong)
      expect([response.status, cookieOf(response)]).toEqual([401, undefined])
    }
    for (const wrong of [undefined, null, 5, [PASSWORD], { $ne: '' }]) {
      expect((await logIn(wrong ?? null)).status).toBe(400)
    }
    expect((await logIn('x'.repeat(5000))).status).toBe(413)
    expect((await ask('auth/login')).status).toBe(405)
  })

  it('is not there where nobody can', async () => {
    const without = await startLake()
    for (const path of ['auth/login', 'auth/logout']) {
      expect((await ask(path, { body: { password: '' }, at: without })).status).toBe(404)
    }
    expect(() => without.lake.signInToken()).toThrow(/without login/)
    await without.close()
    await expect(startLake({ login: { password: '' } })).rejects.toThrow(/must not be empty/)
  })

  it('stands a password tried a thousand times', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 1000; n++) statuses.push((await logIn(`guess ${n}`)).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(990)
    const right = await logIn()
    expect([right.status, cookieOf(right)]).toEqual([429, undefined])
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(60)
    // Who is in already stays in.
    expect(await whoAmI({ authorization: `Bearer ${TOKEN}` })).toBe(200)
  })

  it('counts by address, IPv6 by network', async () => {
    const login = {
      password: PASSWORD,
      addressOf: ({ headers }: { headers: object }) => String(Reflect.get(headers, 'x-address')),
    }
    const at = await startLake({ login })
    const from = async (address: string, password = 'wrong') =>
      (await logIn(password, { 'x-address': address }, at)).status
    for (let n = 0; n < 10; n++) await from(`2001:db8:0:1::${n}`)
    expect(await from('2001:db8::1:a:b:c:d', PASSWORD)).toBe(429)
    expect(await from('2001:db8:0:2::1', PASSWORD)).toBe(200)
    for (let n = 0; n < 9; n++) await from('10.0.0.1')
    expect(await from('::ffff:10.0.0.1', PASSWORD)).toBe(200)
    // Being right clears the address.
    expect(await from('10.0.0.1')).toBe(401)
    await at.close()
  })
})

it('never keeps the right password out because others guess', async () => {
  const guard = new PasswordGuard(PASSWORD)
  const from = (address: string, password = 'wrong') => {
    try {
      guard.check(password, address)
      return 200
    } catch (error) {
      return (error as LakeError).statusCode
    }
  }
  for (let n = 0; n < 5_000; n++) from(`10.1.${n >> 8}.${n & 255}`)
  expect([from('10.3.0.1'), from('10.3.0.1', PASSWORD)]).toEqual([401, 200])
  // Guessing goes on with fewer tries each.
  for (let n = 0; n < 3; n++) expect(from('10.4.0.1')).toBe(401)
  expect(from('10.4.0.1', PASSWORD)).toBe(429)
})

describe('a session', () => {
  it('cannot be forged', async () => {
    const { cookie } = await signIn()
    const [id, expires, mac] = cookie.slice(`${SESSION_COOKIE}=`.length).split('.')
    expect(await whoAmI({ cookie })).toBe(200)
    for (const forged of [
      `${id}.${Number(expires) + 1}.${mac}`,
      `${id}x.${expires}.${mac}`,
      `${id}.${expires}.${mac?.slice(1)}`,
      `${id}.${expires}.`,
      `${id}.${expires}`,
      `${id}.1e99.${mac}`,
      '',
      '..',
      'x'.repeat(4000),
    ]) {
      expect(await whoAmI({ cookie: `${SESSION_COOKIE}=${forged}` }), forged).toBe(401)
    }
    expect(await whoAmI({ cookie: `not_${cookie}` })).toBe(401)
  })

  it('goes on while it is used, and is over when it was not', async () => {
    const at = await startLake({ login: { password: PASSWORD, sessionSeconds: 1000 } })
    vi.useFakeTimers({ toFake: ['Date'] })
    const { cookie } = await signIn(at)
    const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
    const fresh = await ask('users/me', { headers: { cookie }, at })
    expect(cookieOf(fresh)).toBeUndefined()
    later(900)
    const renewed = String(cookieOf(await ask('users/me', { headers: { cookie }, at })))
    later(200)
    expect(await whoAmI({ cookie }, at)).toBe(401)
    expect(await whoAmI({ cookie: renewed }, at)).toBe(200)
    later(900)
    expect(await whoAmI({ cookie: renewed }, at)).toBe(401)
    // A clock that is set back throws nobody out.
    const next = await signIn(at)
    later(-86_400)
    expect(await whoAmI({ cookie: next.cookie }, at)).toBe(200)
    await at.close()
  })

  it('survives a restart, but not another password or key', async () => {
    const { directory } = fixture
    const { cookie } = await signIn()
    await fixture.lake.close()
    const reopened = async (password: string) => {
      const at = await startLake({ directory, login: { password } })
      const status = await whoAmI({ cookie }, at)
      await at.close()
      return status
    }
    expect(await reopened(PASSWORD)).toBe(200)
    expect(await reopened('another')).toBe(401)
    expect(await reopened(PASSWORD)).toBe(200)
    const key = join(directory, 'session-key')
    expect(statSync(key).mode & 0o777).toBe(0o600)
    expect(readFileSync(key)).toHaveLength(32)
    chmodSync(key, 0o600)
    truncateSync(key, 4)
    await expect(reopened(PASSWORD)).rejects.toThrow(/not a session key/)
  })

  it('ends when its owner signs out, for every copy, over a restart too', async () => {
    const headers = await signIn()
    const other = await signIn()
    const response = await ask('auth/logout', { body: {}, headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toMatch(/^lake_session=; .*Max-Age=0/)
    expect(await whoAmI(headers)).toBe(401)
    expect(await whoAmI(other)).toBe(200)
    expect((await ask('auth/logout', { body: {} })).status).toBe(200)
    const { directory } = fixture
    await fixture.lake.close()
    const at = await startLake({ directory, login: { password: PASSWORD } })
    expect([await whoAmI(headers, at), await whoAmI(other, at)]).toEqual([401, 200])
    await at.close()
  })

  it('ends its streams with it', async () => {
    const headers = await signIn()
    const stream = await ask('data/listen/production?query=*', { headers })
    expect(stream.status).toBe(200)
    await ask('auth/logout', { body: {}, headers })
    expect(await stream.text()).toContain('event: welcome')
  })
})

describe('a request that another site makes a browser send', () => {
  it.each([
    ['with its Origin', { origin: 'https://evil.example' }],
    ['with an Origin that is hidden', { origin: 'null' }],
    ['with an Origin that is empty', { origin: '' }],
    ['from the same host at another port', { origin: 'http://127.0.0.1:1' }],
    ['from a site beside it', { 'sec-fetch-site': 'same-site' }],
    ['from a site elsewhere', { 'sec-fetch-site': 'cross-site' }],
    ['that says nothing', {}],
  ])('writes nothing: %s', async (_, headers) => {
    const { cookie } = await signIn()
    expect((await mutate({ cookie, ...headers })).status).toBe(403)
    expect((await ask('auth/logout', { body: {}, headers: { cookie, ...headers } })).status).toBe(
      403,
    )
    expect(fixture.lake.dataset.size).toBe(0)
    expect(await whoAmI({ cookie })).toBe(200)
  })

  it('signs nobody in, and shares nothing', async () => {
    const response = await logIn(PASSWORD, { origin: 'https://evil.example' })
    expect([response.status, cookieOf(response)]).toEqual([403, undefined])
    const { cookie } = await signIn()
    const read = await ask('users/me', { headers: { cookie, origin: 'https://evil.example' } })
    expect(read.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('is told by the host in the address bar, behind a proxy too', async () => {
    const hostOf = () => 'site.example'
    const at = await startLake({ login: { password: PASSWORD, hostOf } })
    const { cookie } = await signIn(at)
    const from = async (origin: string) => (await mutate({ cookie, origin }, at)).status
    expect(await from('https://site.example')).toBe(200)
    expect(await from('https://SITE.example:443')).toBe(200)
    expect(await from(at.origin)).toBe(403)
    await at.close()
  })

  it('is allowed from pages of this origin, and to bearers of the token from anywhere', async () => {
    const { cookie } = await signIn()
    expect((await mutate({ cookie, origin: fixture.origin })).status).toBe(200)
    expect((await mutate({ cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    const authorization = `Bearer ${TOKEN}`
    expect((await mutate({ authorization, origin: 'https://elsewhere.example' })).status).toBe(200)
  })
})

describe('a link to sign in', () => {
  const follow = (query: Record<string, string>, method = 'GET') =>
    ask(`auth/sign-in?${new URLSearchParams(query)}`, { method })

  it('signs in once and leads to the page', async () => {
    const token = fixture.lake.signInToken()
    expect(cookieOf(await follow({ token, to: '/studio/' }, 'HEAD'))).toBeUndefined()
    const response = await follow({ token, to: '/studio/?a=b#c' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/studio/?a=b#c')
    expect(await whoAmI({ cookie: String(cookieOf(response)) })).toBe(200)
    const again = await follow({ token, to: '/studio/' })
    expect([again.status, again.headers.get('location')]).toEqual([303, '/studio/'])
    expect(cookieOf(again)).toBeUndefined()
  })

  it('is of no use with another token, or too late', async () => {
    const token = fixture.lake.signInToken({ seconds: 60 })
    for (const wrong of ['', `${token}x`, TOKEN, PASSWORD]) {
      expect(cookieOf(await follow({ token: wrong }))).toBeUndefined()
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(cookieOf(await follow({ token }))).toBeUndefined()
  })

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/.//evil.example/',
    'javascript:alert(1)',
    'studio',
  ])('leads nowhere else: %s', async (to) => {
    const token = fixture.lake.signInToken()
    const response = await follow({ token, to })
    expect([response.status, cookieOf(response)]).toEqual([400, undefined])
    expect(response.headers.get('location')).toBeNull()
    // The link was wrong, its token is not lost.
    expect(cookieOf(await follow({ token }))).toBeDefined()
  })
})
