import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkUrl } from './check-url.ts'
import { outsideLinks } from './outside-links.ts'

let server: Server
let origin: string
const requests: string[] = []
let running = 0
let mostRunning = 0

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method, url = '' } = request
    requests.push(`${method} ${url}`)
    mostRunning = Math.max(mostRunning, ++running)
    response.once('close', () => running--)
    if (url === '/silent') return
    if (url === '/loop') return response.writeHead(302, { Location: '/loop' }).end()
    if (url === '/moved') return response.writeHead(301, { Location: '/fine' }).end()
    if (url === '/away') return response.writeHead(301, { Location: 'http://127.0.0.2:1/' }).end()
    if (url === '/file') return response.writeHead(301, { Location: 'file:///etc/passwd' }).end()
    if (url === '/only-get' && method === 'HEAD') return response.writeHead(405).end()
    const status = /^\/(\d{3})$/.exec(url)?.[1]
    response.writeHead(Number(status ?? 200)).end('x'.repeat(1_000_000))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const { signal } = new AbortController()
const isAllowed = (address: string) => address === '127.0.0.1'
const check = (path: string) => checkUrl(origin + path, { signal, isAllowed, timeoutMs: 500 })

describe('a check of a link', () => {
  it.each(['/fine', '/moved', '/only-get'])('accepts %s', async (path) => {
    expect(await check(path)).toEqual({ result: 'works' })
  })

  it.each(['/404', '/410', '/500', '/loop', '/silent', '/away', '/file'])(
    'rejects %s',
    async (path) => expect(await check(path)).toMatchObject({ result: 'broken' }),
  )

  it.each(['/401', '/403', '/429', '/503'])('does not decide on %s', async (path) => {
    expect(await check(path)).toEqual({ result: 'unclear', reason: path.slice(1) })
  })

  it.each([
    ...['http://127.0.0.1/', 'http://[::1]/', 'http://10.0.0.1/', 'http://169.254.169.254/'],
    ...['http://0x7f.1/', 'http://2130706433/', 'http://[::ffff:10.0.0.1]/', 'http://0.0.0.0/'],
    'http://localhost/',
  ])('does not connect to %s', async (url) => {
    expect(await checkUrl(url, { signal })).toEqual({
      result: 'broken',
      reason: 'not a public address',
    })
  })
})

describe('a check of all links', () => {
  it('checks each link of the content once, some at a time, for all callers', async () => {
    requests.length = 0
    const links = Array.from({ length: 40 }, (_, index) => ({ url: `${origin}/${index}x` }))
    const document = { _id: 'a', _type: 'x', links: [...links, ...links, { href: '/page' }] }
    const run = outsideLinks(async () => [document], signal, { isAllowed })
    const [one, other] = await Promise.all([run(), run()])
    expect(one).toBe(other)
    expect(one.links).toHaveLength(40)
    expect(one.links.every(({ result }) => result === 'works')).toBe(true)
    expect(requests).toHaveLength(40)
    expect(mostRunning).toBeLessThanOrEqual(8)
  })

  it('stops when the process shuts down', async () => {
    const stop = new AbortController()
    const run = outsideLinks(async () => [{ url: `${origin}/silent` }], stop.signal, { isAllowed })
    const checked = run()
    setTimeout(() => stop.abort(), 20)
    expect((await checked).links).toMatchObject([{ result: 'broken' }])
  })
})
