import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { startLake as startEmbedded } from '../testing/lake-fixture.ts'
import { lakeOfEachTest } from '../testing/started-lake.ts'

const start = lakeOfEachTest()

const SIGN_IN = '/v1/auth/local/local?origin=http://localhost:1/'
const QUERY = '/v2025-02-19/data/query/production?query=*'
const UPGRADE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]

/** Resolves to the status of a request as written, or 0 if the connection was closed without a response. */
async function statusOf(url: string, target: string, headers: string[], method = 'GET') {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const http = headers.some((line) => /^host:/i.test(line)) ? '1.1' : '1.0'
  socket.write([`${method} ${target} HTTP/${http}`, ...headers, '', ''].join('\r\n'))
  const first = await Promise.race([once(socket, 'data'), once(socket, 'close')])
  socket.destroy()
  return Number(String(first[0]).split(' ', 2)[1] ?? 0)
}

const hosts: [string, string[], number][] = [
  ['its own name', ['Host: localhost:3333'], 200],
  ['its own name in capitals', ['Host: LOCALHOST'], 200],
  ['its address', ['Host: 127.0.0.1'], 200],
  ['its IPv6 address', ['Host: [::1]:3333'], 200],
  ['a name below localhost', ['Host: local.localhost:3333'], 200],
  ["Sanity's name", ['Host: local.api.sanity.io'], 200],
  ['the host of an allowed origin', ['Host: lake.example'], 200],
  ["another machine's name", ['Host: evil.test'], 403],
  ['a name that begins with localhost', ['Host: localhost.evil.test'], 403],
  ['a name that ends with localhost', ['Host: evil-localhost'], 403],
  ['a name with its address', ['Host: 127.0.0.1.nip.io'], 403],
  ["a name that ends with Sanity's", ['Host: evil-sanity.io'], 403],
  ['an address in decimal', ['Host: 2130706433'], 403],
  ['an address in hexadecimal', ['Host: 0x7f.0.0.1'], 403],
  ['a name that URLs cannot have', ['Host: xn--a.evil.test'], 400],
  ['credentials', ['Host: localhost@evil.test'], 400],
  ['a path', ['Host: localhost/evil.test'], 400],
  ['a name that is not encoded', ['Host: ló.test'], 400],
  ['two hosts', ['Host: localhost', 'Host: evil.test'], 400],
  ['an empty host', ['Host:'], 400],
  ['no host', [], 400],
]

it('handles requests over loopback only by names of this machine', async () => {
  const { url } = await start({ cors: ['https://lake.example'] })
  for (const [name, headers, expected] of hosts) {
    expect(await statusOf(url, QUERY, headers), name).toBe(expected)
    const signIn = await statusOf(url, SIGN_IN, headers)
    // A name that is only an allowed origin does not sign in without a password.
    const mayNotSignIn = name === 'the host of an allowed origin' ? 403 : 302
    expect(signIn, name).toBe(expected === 200 ? mayNotSignIn : expected)
    const upgraded = await statusOf(url, '/v1/socket/production', [...headers, ...UPGRADE])
    if (headers.length === 1) expect(upgraded, name).toBe(expected === 200 ? 101 : expected)
    if (expected === 200) continue
    const from = ['Origin: http://localhost', 'Access-Control-Request-Method: GET']
    for (const path of [QUERY, '/images/local/production/none.png', '/favicon.ico', '/v1/ping']) {
      expect(await statusOf(url, path, [...headers, ...from], 'OPTIONS'), name).toBe(expected)
      expect(await statusOf(url, path, headers), name).toBe(expected)
    }
  }
})

it('handles requests over HTTP/2 by the same names', async () => {
  const { server } = await start()
  const client = connectHttp2(`https://localhost:${(server.address() as AddressInfo).port}`, {
    rejectUnauthorized: false,
  })
  const ask = async (authority: string, headers = {}) => {
    const request = client.request({ ':path': QUERY, ':authority': authority, ...headers })
    const [{ ':status': status }] = await once(request, 'response')
    request.close()
    return status
  }
  expect(await ask('localhost')).toBe(200)
  expect(await ask('evil.test')).toBe(403)
  expect(await ask('evil.test', { host: 'localhost' })).toBe(403)
  expect(await ask('xn--a.evil.test')).toBe(400)
  client.close()
})

it('signs in without a password only from this machine', async () => {
  const { url } = await start({ host: '::', users: [{ id: 'local', name: 'Local' }] })
  const signIn = (...headers: string[]) => statusOf(url, SIGN_IN, ['Host: localhost', ...headers])
  // The address of this client is ::ffff:127.0.0.1.
  expect(await signIn()).toBe(302)
  expect(await signIn('X-Forwarded-For: 127.0.0.1, ::1')).toBe(302)
  expect(await signIn('X-Forwarded-For: 127.0.0.1, 192.0.2.1')).toBe(403)
  expect(await signIn('X-Forwarded-For: unknown')).toBe(403)
})

it('of an embedded lake may be any readable name', async () => {
  const fixture = await startEmbedded()
  for (const [name, headers, expected] of hosts) {
    const answer = await statusOf(fixture.origin, '/v1/ping', headers)
    expect(answer === 400, name).toBe(expected === 400)
    const upgraded = await statusOf(fixture.origin, '/v1/events', [...headers, ...UPGRADE])
    if (headers.length === 1) expect(upgraded, name).toBe(expected === 400 ? 400 : 401)
  }
  await fixture.close()
})
