import { describe, expect, it } from 'vitest'
import { startLake, TOKEN } from '../testing/lake-fixture.ts'
import { loginLake } from '../testing/login-lake.ts'
import { addPerson, cookieOf, PASSWORD, signIn } from '../testing/people.ts'

const lake = loginLake()
const { ask, logIn, mutate, whoAmI } = lake

describe('signing in', () => {
  it('sets an HttpOnly cookie that grants what the role permits', async () => {
    const { id } = addPerson(lake.fixture.directory, { email: 'Ada@Example.com' })
    const response = await logIn('ada@example.COM ')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      id,
      email: 'Ada@Example.com',
      role: 'administrator',
    })
    const attributes = String(response.headers.get('set-cookie')).split('; ').slice(1)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax'])
    const headers = {
      cookie: `other=1; ${cookieOf(response)}; more=2`,
      origin: lake.fixture.origin,
    }
    expect(await whoAmI(headers)).toBe(200)
    expect((await mutate(headers)).status).toBe(200)
    const raw = 'data/query/production?query=count(*)&perspective=raw'
    expect(await (await ask(raw, { headers })).json()).toMatchObject({ result: 1 })
    const history = await ask('data/history/production/transactions/a', { headers })
    expect(await history.text()).toContain(`"author":"${id}"`)
  })

  it('sets a Secure cookie if the request used https', async () => {
    const options = { password: PASSWORD, secureCookie: () => true, sessionSeconds: 60 }
    const secure = await startLake({ login: options })
    const { email } = addPerson(secure.directory)
    const cookie = (await logIn(email, PASSWORD, {}, secure)).headers.get('set-cookie')
    expect(cookie).toContain('; Secure')
    expect(cookie).toContain('Max-Age=60;')
    await secure.close()
  })

  it('fails for a wrong password, an unknown address, and invalid values', async () => {
    const { email } = addPerson(lake.fixture.directory)
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

  it('accepts a password in any Unicode normalization form', async () => {
    const { headers } = await signIn(lake.fixture, {
      id: 'p1',
      email: addPerson(lake.fixture.directory, { id: 'p1' }).email,
    })
    const body = { former: PASSWORD, password: 'caf\u00e9 au lait, na\u00efve' }
    expect((await ask('account/password', { body, headers })).status).toBe(200)
    expect((await logIn('p1@example.com', 'cafe\u0301 au lait, nai\u0308ve')).status).toBe(200)
  })

  it('is not available in a lake without login', async () => {
    const without = await startLake()
    for (const path of ['auth/login', 'auth/logout', 'auth/setup']) {
      expect((await ask(path, { body: { password: '' }, at: without })).status).toBe(404)
    }
    expect(() => without.lake.setupToken()).toThrow(/without login/)
    expect(without.lake.needsSetup).toBe(false)
    await without.close()
    await expect(startLake({ login: { password: '' } })).rejects.toThrow(/must not be empty/)
  })

  it('rejects attempts beyond the limit, even with the right password', async () => {
    const { email } = addPerson(lake.fixture.directory)
    const statuses: number[] = []
    for (let n = 0; n < 40; n++) statuses.push((await logIn(email, `guess ${n}`)).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
    const right = await logIn(email)
    expect([right.status, cookieOf(right)]).toEqual([429, undefined])
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(60)
    // Clients that are authenticated already are not affected.
    expect(await whoAmI({ authorization: `Bearer ${TOKEN}` })).toBe(200)
  })

  it('counts simultaneous attempts', async () => {
    const { email } = addPerson(lake.fixture.directory)
    const tries = Array.from({ length: 60 }, (_, n) => logIn(email, `guess ${n}`))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.every((status) => [401, 429].includes(status))).toBe(true)
  })

  it('counts attempts per network (IPv6 /64), also after signing in', async () => {
    const login = {
      password: PASSWORD,
      addressOf: ({ headers }: { headers: object }) => String(Reflect.get(headers, 'x-address')),
    }
    const at = await startLake({ login })
    const { email } = addPerson(at.directory)
    const from = async (address: string, password = 'wrong') =>
      (await logIn(email, password, { 'x-address': address }, at)).status
    for (let n = 0; n < 10; n++) await from(`2001:db8:0:1::${n}`)
    expect(await from('2001:db8::1:a:b:c:d', PASSWORD)).toBe(429)
    expect(await from('2001:db8:0:2::1', PASSWORD)).toBe(200)
    for (let n = 0; n < 9; n++) await from('10.0.0.1')
    expect(await from('::ffff:10.0.0.1', PASSWORD)).toBe(200)
    expect(await from('10.0.0.1')).toBe(401)
    expect(await from('10.0.0.1', PASSWORD)).toBe(429)
    await at.close()
  })
})
