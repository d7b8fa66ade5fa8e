import { describe, expect, it } from 'vitest'
import { startLake, TOKEN } from '../testing/lake-fixture.ts'
import { loginLake } from '../testing/login-lake.ts'
import { addPerson, cookieOf, PASSWORD, signIn } from '../testing/people.ts'
import { openSocket, rejectedUpgrade } from '../testing/socket.ts'

const lake = loginLake()
const { logIn, mutate, whoAmI } = lake

describe('a request sent by a page of another site', () => {
  it('cannot sign in', async () => {
    const { email } = addPerson(lake.fixture.directory)
    const response = await logIn(email, PASSWORD, { origin: 'https://evil.example' })
    expect([response.status, cookieOf(response)]).toEqual([403, undefined])
  })

  it('is recognized by the host in the address bar, also behind a proxy', async () => {
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

  it('is recognized by the protocol, for sockets and requests', async () => {
    const isHttps = () => true
    const at = await startLake({
      login: { password: PASSWORD, hostOf: () => 'site.example', isHttps },
    })
    const { email } = addPerson(at.directory)
    const signedIn = await logIn(email, PASSWORD, {}, at)
    const cookie = String(cookieOf(signedIn))
    for (const origin of ['http://site.example', 'ws://site.example', 'http://site.example:443']) {
      expect((await mutate({ cookie, origin }, at)).status, origin).toBe(403)
      expect(await whoAmI({ cookie, origin }, at), origin).toBe(403)
      expect((await logIn(email, PASSWORD, { origin }, at)).status, origin).toBe(403)
      const headers = { cookie, origin }
      expect(await rejectedUpgrade(at.origin, '/v1/events', { headers }), origin).toBe(403)
    }
    const headers = { cookie, origin: 'https://site.example' }
    expect((await mutate(headers, at)).status).toBe(200)
    const { socket } = await openSocket(at.origin, '/v1/events', { headers })
    socket.terminate()
    await at.close()
  })

  it('is distinguished from requests by pages of this origin and with the token', async () => {
    const { cookie } = (await signIn(lake.fixture)).headers
    expect((await mutate({ cookie, origin: lake.fixture.origin })).status).toBe(200)
    expect((await mutate({ cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    const authorization = `Bearer ${TOKEN}`
    expect((await mutate({ authorization, origin: 'https://elsewhere.example' })).status).toBe(200)
  })
})
