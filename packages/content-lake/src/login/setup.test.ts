import { describe, expect, it, vi } from 'vitest'
import { jsonOf } from '../testing/ask.ts'
import { TOKEN } from '../testing/lake-fixture.ts'
import { loginLake } from '../testing/login-lake.ts'
import { cookieOf, PASSWORD } from '../testing/people.ts'

const lake = loginLake()
const { ask, whoAmI } = lake

describe('the first person', () => {
  const names = {
    name: ' Grace Hopper ',
    email: 'grace@example.com',
    password: 'a password of hers',
  }
  const setUp = (token: unknown, given: object = {}, headers = {}) =>
    ask('auth/setup', { body: { token, ...names, ...given }, headers })
  const setupToken = async (password = PASSWORD) =>
    (await jsonOf(await ask('auth/login', { body: { password } }))).setup

  it('signs up with the setup password, and nobody else can do so afterwards', async () => {
    expect(await (await ask('auth/setup')).json()).toEqual({ needed: true })
    const login = await ask('auth/login', { body: { password: PASSWORD } })
    expect([login.status, cookieOf(login)]).toEqual([200, undefined])
    const { setup } = await jsonOf(login)
    const rival = await setupToken()
    const response = await setUp(setup)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ name: 'Grace Hopper', role: 'administrator' })
    expect(await whoAmI({ cookie: String(cookieOf(response)) })).toBe(200)
    expect(await (await ask('auth/setup')).json()).toEqual({ needed: false })
    for (const token of [setup, rival]) expect((await setUp(token)).status).toBe(410)
    expect((await ask('auth/login', { body: { password: PASSWORD } })).status).toBe(400)
    expect(
      (
        await ask('auth/login', {
          body: { email: 'grace@example.com', password: 'a password of hers' },
        })
      ).status,
    ).toBe(200)
    expect(lake.fixture.lake.needsSetup).toBe(false)
  })

  it('signs up with a setup token before it expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const token = lake.fixture.lake.setupToken({ seconds: 60 })
    for (const wrong of [undefined, '', 5, `${token}x`, TOKEN, PASSWORD]) {
      expect((await setUp(wrong)).status).toBe(410)
    }
    vi.setSystemTime(Date.now() + 61_000)
    expect((await setUp(token)).status).toBe(410)
    const next = lake.fixture.lake.setupToken()
    expect((await setUp(next, {}, { origin: 'https://evil.example' })).status).toBe(403)
    for (const wrong of [
      { name: '' },
      { name: 'x'.repeat(101) },
      { name: 'a\u202eb' },
      { email: 'grace' },
      { email: `${'x'.repeat(300)}@example.com` },
      { password: 'too short' },
      { password: 'x'.repeat(201) },
      { password: 'Grace@Example.com' },
    ]) {
      expect((await setUp(next, wrong)).status, JSON.stringify(wrong)).toBe(400)
    }
    // Invalid values do not use up the token.
    expect((await setUp(next)).status).toBe(200)
  })

  it('is subject to the limit of failed attempts', async () => {
    for (let n = 0; n < 10; n++) {
      expect((await ask('auth/login', { body: { password: `guess ${n}` } })).status).toBe(401)
    }
    expect((await ask('auth/login', { body: { password: PASSWORD } })).status).toBe(429)
  })
})
