import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, it, vi } from 'vitest'
import { startLake } from '../testing/lake-fixture.ts'
import { loginLake } from '../testing/login-lake.ts'
import { cookieOf, PASSWORD, signIn } from '../testing/people.ts'
import { SESSION_COOKIE } from './sessions.ts'

const lake = loginLake()
const { ask, whoAmI } = lake

describe('a session', () => {
  it('cannot be forged', async () => {
    const { headers } = await signIn(lake.fixture)
    const token = headers.cookie.slice(`${SESSION_COOKIE}=`.length)
    expect(await whoAmI(headers)).toBe(200)
    const sessions = await ask('account/sessions', { headers })
    const [listed] = (await sessions.json()) as { id: string }[]
    const forgeries = [
      token.slice(1),
      `${token}x`,
      `${token.startsWith('x') ? 'y' : 'x'}${token.slice(1)}`,
      String(listed?.id),
      '',
      '..',
    ]
    for (const forged of [...forgeries, 'x'.repeat(4000)]) {
      expect(await whoAmI({ cookie: `${SESSION_COOKIE}=${forged}` }), forged).toBe(401)
    }
    expect(await whoAmI({ cookie: `not_${headers.cookie}` })).toBe(401)
  })

  it('stores nothing on disk that can be used to sign in', async () => {
    const { headers } = await signIn(lake.fixture)
    await lake.fixture.lake.close()
    const file = readFileSync(join(lake.fixture.directory, 'users.db'))
    expect(file.includes(headers.cookie.slice(`${SESSION_COOKIE}=`.length))).toBe(false)
    expect(file.includes(PASSWORD)).toBe(false)
  })

  it('is renewed while it is used, and expires otherwise', async () => {
    const at = await startLake({ login: { password: PASSWORD, sessionSeconds: 1000 } })
    vi.useFakeTimers({ toFake: ['Date'] })
    const { headers } = await signIn(at)
    const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
    expect(cookieOf(await ask('users/me', { headers, at }))).toBeUndefined()
    later(900)
    const { headers: renewed } = await ask('users/me', { headers, at })
    expect(renewed.get('set-cookie')).toBe(
      `${headers.cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=1000`,
    )
    later(900)
    expect(await whoAmI(headers, at)).toBe(200)
    later(1100)
    expect(await whoAmI(headers, at)).toBe(401)
    // A clock that is set back ends no session.
    const next = await signIn(at)
    later(-86_400)
    expect(await whoAmI(next.headers, at)).toBe(200)
    // Signing in deletes expired sessions.
    later(10 * 86_400)
    await signIn(at)
    const database = new Database(join(at.directory, 'users.db'))
    expect(database.prepare('SELECT count(*) AS n FROM session').get()).toMatchObject({ n: 1 })
    database.close()
    await at.close()
  })

  it('ends after 90 days, however often it is renewed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let { headers } = await signIn(lake.fixture)
    const day = 24 * 60 * 60_000
    const begun = Date.now()
    for (let days = 3; days < 90; days += 3) {
      vi.setSystemTime(begun + days * day)
      const response = await ask('users/me', { headers })
      expect(response.status, `day ${days}`).toBe(200)
      const cookie = cookieOf(response)
      if (cookie) headers = { ...headers, cookie }
    }
    vi.setSystemTime(begun + 90 * day)
    expect(await whoAmI(headers)).toBe(401)
  })

  it('has a __Host- cookie over https', async () => {
    const at = await startLake({ login: { password: PASSWORD, secureCookie: () => true } })
    const { cookie } = (await signIn(at)).headers
    expect(cookie).toMatch(/^__Host-lake_session=[\w-]{43}$/)
    expect(await whoAmI({ cookie }, at)).toBe(200)
    // Another host of the domain can set the plain cookie, but not the prefixed one.
    const planted = cookie.replace('__Host-', '')
    expect(await whoAmI({ cookie: planted }, at)).toBe(401)
    expect(await whoAmI({ cookie: `${planted}; ${cookie}` }, at)).toBe(200)
    const signedOut = await ask('auth/logout', {
      body: {},
      headers: { cookie, origin: at.origin },
      at,
    })
    expect(signedOut.headers.get('set-cookie')).toMatch(
      /^__Host-lake_session=; .*Max-Age=0; Secure$/,
    )
    await at.close()
  })

  it('without the prefix stays valid over https', async () => {
    const { directory } = lake.fixture
    const { cookie } = (await signIn(lake.fixture)).headers
    await lake.fixture.lake.close()
    const at = await startLake({
      directory,
      login: { password: PASSWORD, secureCookie: () => true },
    })
    expect(await whoAmI({ cookie }, at)).toBe(200)
    await at.close()
  })

  it('survives a restart', async () => {
    const { directory } = lake.fixture
    const { cookie } = (await signIn(lake.fixture)).headers
    await lake.fixture.lake.close()
    const at = await startLake({ directory, login: { password: 'another' } })
    expect(await whoAmI({ cookie }, at)).toBe(200)
    await at.close()
  })

  it('ends when its person signs out, also for copies of the cookie and after a restart', async () => {
    const { headers } = await signIn(lake.fixture)
    const { headers: other } = await signIn(lake.fixture)
    const response = await ask('auth/logout', { body: {}, headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toMatch(/^lake_session=; .*Max-Age=0/)
    expect(await whoAmI(headers)).toBe(401)
    expect(await whoAmI(other)).toBe(200)
    expect((await ask('auth/logout', { body: {} })).status).toBe(200)
    const { directory } = lake.fixture
    await lake.fixture.lake.close()
    const at = await startLake({ directory, login: { password: PASSWORD } })
    const status = ({ cookie }: { cookie: string }) => whoAmI({ cookie }, at)
    expect([await status(headers), await status(other)]).toEqual([401, 200])
    await at.close()
  })

  it('ends its streams when it ends', async () => {
    const { headers } = await signIn(lake.fixture)
    const stream = await ask('data/listen/production?query=*', { headers })
    expect(stream.status).toBe(200)
    await ask('auth/logout', { body: {}, headers })
    expect(await stream.text()).toContain('event: welcome')
  })
})
