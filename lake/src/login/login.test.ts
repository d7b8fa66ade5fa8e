import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LakeError } from '../errors/errors.ts'
import { type Asked, askOf } from '../testing/ask.ts'
import { type LakeFixture, startLake, TOKEN } from '../testing/lake-fixture.ts'
import { addPerson, cookieOf, PASSWORD, signIn } from '../testing/people.ts'
import { PasswordGuard } from './password-guard.ts'
import { SESSION_COOKIE } from './sessions.ts'

let fixture: LakeFixture
beforeEach(async () => {
  fixture = await startLake({ login: { password: PASSWORD } })
})
afterEach(async () => {
  vi.useRealTimers()
  await fixture.close()
})

const ask = (path: string, { at = fixture, ...asked }: Asked & { at?: LakeFixture } = {}) =>
  askOf(at, path, asked)

const logIn = (email: unknown, password: unknown = PASSWORD, headers = {}, at = fixture) =>
  ask('auth/login', { body: { email, password }, headers, at })

const whoAmI = async (headers: Record<string, string>, at = fixture) =>
  (await ask('users/me', { headers, at })).status

const mutate = (headers: Record<string, string>, at = fixture) =>
  ask('data/mutate/production', {
    body: { mutations: [{ createIfNotExists: { _id: 'a', _type: 'note' } }] },
    headers,
    at,
  })

describe('signing in', () => {
  it('gives a cookie that no script reads, and with it what the role allows', async () => {
    const { id } = addPerson(fixture.directory, { email: 'Ada@Example.com' })
    const response = await logIn('ada@example.COM ')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      id,
      email: 'Ada@Example.com',
      role: 'administrator',
    })
    const attributes = String(response.headers.get('set-cookie')).split('; ').slice(1)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax'])
    const headers = { cookie: `other=1; ${cookieOf(response)}; more=2`, origin: fixture.origin }
    expect(await whoAmI(headers)).toBe(200)
    expect((await mutate(headers)).status).toBe(200)
    const raw = 'data/query/production?query=count(*)&perspective=raw'
    expect(await (await ask(raw, { headers })).json()).toMatchObject({ result: 1 })
    const history = await ask('data/history/production/transactions/a', { headers })
    expect(await history.text()).toContain(`"author":"${id}"`)
  })

  it('marks the cookie for https where the request came over it', async () => {
    const options = { password: PASSWORD, secureCookie: () => true, sessionSeconds: 60 }
    const secure = await startLake({ login: options })
    const { email } = addPerson(secure.directory)
    const cookie = (await logIn(email, PASSWORD, {}, secure)).headers.get('set-cookie')
    expect(cookie).toContain('; Secure')
    expect(cookie).toContain('Max-Age=60;')
    await secure.close()
  })

  it('refuses a wrong password, an unknown address, and what is none', async () => {
    const { email } = addPerson(fixture.directory)
    for (const wrong of [`${PASSWORD} `, PASSWORD.toUpperCase(), 'x'.repeat(3000)]) {
      const response = await logIn(email, wrong)
      expect([response.status, cookieOf(response)]).toEqual([401, undefined])
    }
    expect((await logIn('nobody@example.com')).status).toBe(401)
    expect((await logIn('')).status).toBe(401)
    for (const wrong of [null, 5, '', [PASSWORD], { $ne: '' }]) {
      expect((await logIn(email, wrong)).status).toBe(400)
    }
    for (const wrong of [null, 5, [email], undefined]) {
      expect((await logIn(wrong)).status).toBe(400)
    }
    for (const body of [null, [], 'x', 5]) {
      expect((await ask('auth/login', { body })).status).toBe(400)
    }
    expect((await logIn(email, 'x'.repeat(5000))).status).toBe(413)
    expect((await ask('auth/login')).status).toBe(405)
  })

  it('takes a password however its accents were typed', async () => {
    const { headers } = await signIn(fixture, {
      id: 'p1',
      email: addPerson(fixture.directory, { id: 'p1' }).email,
    })
    const body = { former: PASSWORD, password: 'caf\u00e9 caf\u00e9 caf\u00e9' }
    expect((await ask('account/password', { body, headers })).status).toBe(200)
    expect((await logIn('p1@example.com', 'cafe\u0301 cafe\u0301 cafe\u0301')).status).toBe(200)
  })

  it('is not there where nobody can', async () => {
    const without = await startLake()
    for (const path of ['auth/login', 'auth/logout', 'auth/setup']) {
      expect((await ask(path, { body: { password: '' }, at: without })).status).toBe(404)
    }
    expect(() => without.lake.setupToken()).toThrow(/without login/)
    expect(without.lake.needsSetup).toBe(false)
    await without.close()
    await expect(startLake({ login: { password: '' } })).rejects.toThrow(/must not be empty/)
  })

  it('stands a password tried a thousand times', async () => {
    const { email } = addPerson(fixture.directory)
    const statuses: number[] = []
    for (let n = 0; n < 1000; n++) statuses.push((await logIn(email, `guess ${n}`)).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(990)
    const right = await logIn(email)
    expect([right.status, cookieOf(right)]).toEqual([429, undefined])
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(60)
    // Who is in already stays in.
    expect(await whoAmI({ authorization: `Bearer ${TOKEN}` })).toBe(200)
  })

  it('counts tries at the same time, too', async () => {
    const { email } = addPerson(fixture.directory)
    const tries = Array.from({ length: 60 }, (_, n) => logIn(email, `guess ${n}`))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.every((status) => [401, 429].includes(status))).toBe(true)
  })

  it('counts by address, IPv6 by network, and at one account does not clear what was tried at others', async () => {
    const login = {
      password: PASSWORD,
      addressOf: ({ headers }: { headers: object }) => String(Reflect.get(headers, 'x-address')),
    }
    const at = await startLake({ login })
    const [mine, theirs] = [addPerson(at.directory), addPerson(at.directory)]
    const from = async (address: string, password = 'wrong', email = mine.email) =>
      (await logIn(email, password, { 'x-address': address }, at)).status
    for (let n = 0; n < 10; n++) await from(`2001:db8:0:1::${n}`)
    expect(await from('2001:db8::1:a:b:c:d', PASSWORD)).toBe(429)
    expect(await from('2001:db8:0:2::1', PASSWORD)).toBe(200)
    for (let n = 0; n < 9; n++) await from('10.0.0.1')
    expect(await from('::ffff:10.0.0.1', PASSWORD)).toBe(200)
    // Being right clears the account's tries.
    expect(await from('10.0.0.1')).toBe(401)
    for (let n = 0; n < 9; n++) {
      expect(await from('10.0.0.2', 'wrong', theirs.email)).toBe(401)
      expect(await from('10.0.0.2', PASSWORD)).toBe(200)
    }
    expect(await from('10.0.0.2', 'wrong', theirs.email)).toBe(401)
    expect(await from('10.0.0.2', PASSWORD)).toBe(429)
    await at.close()
  })
})

it('never keeps the right password out because others guess', async () => {
  const guard = new PasswordGuard()
  const from = (address: string, isRight = false) =>
    guard
      .check('somebody', address, async () => isRight)
      .then(
        () => 200,
        (error: LakeError) => error.statusCode,
      )
  for (let n = 0; n < 5_000; n++) await from(`10.1.${n >> 8}.${n & 255}`)
  expect([await from('10.3.0.1'), await from('10.3.0.1', true)]).toEqual([401, 200])
  // Guessing goes on with fewer tries each.
  for (let n = 0; n < 3; n++) expect(await from('10.4.0.1')).toBe(401)
  expect(await from('10.4.0.1', true)).toBe(429)
})

describe('a session', () => {
  it('cannot be forged', async () => {
    const { headers } = await signIn(fixture)
    const token = headers.cookie.slice(`${SESSION_COOKIE}=`.length)
    expect(await whoAmI(headers)).toBe(200)
    const sessions = await ask('account/sessions', { headers })
    const [listed] = (await sessions.json()) as { id: string }[]
    const forgeries = [
      token.slice(1),
      `${token}x`,
      `x${token.slice(1)}`,
      String(listed?.id),
      '',
      '..',
    ]
    for (const forged of [...forgeries, 'x'.repeat(4000)]) {
      expect(await whoAmI({ cookie: `${SESSION_COOKIE}=${forged}` }), forged).toBe(401)
    }
    expect(await whoAmI({ cookie: `not_${headers.cookie}` })).toBe(401)
  })

  it('leaves nothing on disk to sign in with', async () => {
    const { headers } = await signIn(fixture)
    await fixture.lake.close()
    const file = readFileSync(join(fixture.directory, 'users.db'))
    expect(file.includes(headers.cookie.slice(`${SESSION_COOKIE}=`.length))).toBe(false)
    expect(file.includes(PASSWORD)).toBe(false)
  })

  it('goes on while it is used, and is over when it was not', async () => {
    const at = await startLake({ login: { password: PASSWORD, sessionSeconds: 1000 } })
    vi.useFakeTimers({ toFake: ['Date'] })
    const { headers } = await signIn(at)
    const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
    expect(cookieOf(await ask('users/me', { headers, at }))).toBeUndefined()
    later(900)
    expect(cookieOf(await ask('users/me', { headers, at }))).toBe(headers.cookie)
    later(900)
    expect(await whoAmI(headers, at)).toBe(200)
    later(1100)
    expect(await whoAmI(headers, at)).toBe(401)
    // A clock that is set back throws nobody out.
    const next = await signIn(at)
    later(-86_400)
    expect(await whoAmI(next.headers, at)).toBe(200)
    // What is over is taken away by the next who signs in.
    later(10 * 86_400)
    await signIn(at)
    const database = new Database(join(at.directory, 'users.db'))
    expect(database.prepare('SELECT count(*) AS n FROM session').get()).toMatchObject({ n: 1 })
    database.close()
    await at.close()
  })

  it('survives a restart', async () => {
    const { directory } = fixture
    const { cookie } = (await signIn(fixture)).headers
    await fixture.lake.close()
    const at = await startLake({ directory, login: { password: 'another' } })
    expect(await whoAmI({ cookie }, at)).toBe(200)
    await at.close()
  })

  it('ends when its owner signs out, for every copy, over a restart too', async () => {
    const { headers } = await signIn(fixture)
    const { headers: other } = await signIn(fixture)
    const response = await ask('auth/logout', { body: {}, headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toMatch(/^lake_session=; .*Max-Age=0/)
    expect(await whoAmI(headers)).toBe(401)
    expect(await whoAmI(other)).toBe(200)
    expect((await ask('auth/logout', { body: {} })).status).toBe(200)
    const { directory } = fixture
    await fixture.lake.close()
    const at = await startLake({ directory, login: { password: PASSWORD } })
    const status = ({ cookie }: { cookie: string }) => whoAmI({ cookie }, at)
    expect([await status(headers), await status(other)]).toEqual([401, 200])
    await at.close()
  })

  it('ends its streams with it', async () => {
    const { headers } = await signIn(fixture)
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
    const { cookie } = (await signIn(fixture)).headers
    expect((await mutate({ cookie, ...headers })).status).toBe(403)
    expect((await ask('auth/logout', { body: {}, headers: { cookie, ...headers } })).status).toBe(
      403,
    )
    expect(fixture.lake.dataset.size).toBe(0)
    expect(await whoAmI({ cookie })).toBe(200)
  })

  it('signs nobody in, and shares nothing', async () => {
    const { email } = addPerson(fixture.directory)
    const response = await logIn(email, PASSWORD, { origin: 'https://evil.example' })
    expect([response.status, cookieOf(response)]).toEqual([403, undefined])
    const { cookie } = (await signIn(fixture)).headers
    const read = await ask('users/me', { headers: { cookie, origin: 'https://evil.example' } })
    expect(read.status).toBe(403)
    expect(read.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('is told by the host in the address bar, behind a proxy too', async () => {
    const hostOf = () => 'site.example'
    const at = await startLake({ login: { password: PASSWORD, hostOf } })
    const { cookie } = (await signIn(at)).headers
    const from = async (origin: string) => (await mutate({ cookie, origin }, at)).status
    expect(await from('https://site.example')).toBe(200)
    expect(await from('https://SITE.example:443')).toBe(200)
    expect(await from(at.origin)).toBe(403)
    expect(await whoAmI({ cookie, origin: 'https://site.example' }, at)).toBe(200)
    expect(await whoAmI({ cookie, origin: at.origin }, at)).toBe(403)
    await at.close()
  })

  it('is allowed from pages of this origin, and to bearers of the token from anywhere', async () => {
    const { cookie } = (await signIn(fixture)).headers
    expect((await mutate({ cookie, origin: fixture.origin })).status).toBe(200)
    expect((await mutate({ cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    const authorization = `Bearer ${TOKEN}`
    expect((await mutate({ authorization, origin: 'https://elsewhere.example' })).status).toBe(200)
  })
})
