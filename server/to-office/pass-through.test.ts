import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { officeHeaders } from 'halvi-site/office-protocol'
import { afterEach, expect, it } from 'vitest'
import { until } from '../../packages/kit/testing/until.ts'
import { head, rawClient } from '../connections/testing/raw-client.ts'
import { PassThrough } from './pass-through.ts'

const servers: { close(): unknown }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Starts a site that passes everything to the office at a port. */
async function startSite(port: number, proxies = 0, maxConnections = 100) {
  const state = { isUp: true, rejected: [] as string[] }
  const config = { port, secret: 'secret', readerToken: '', siteUrl: 'https://halvi.test' }
  const passThrough = new PassThrough({
    config,
    ...{ proxies, maxConnections },
    isUp: () => state.isUp,
    countRejection: (limit) => state.rejected.push(limit),
  })
  const site = createServer((request, response) => {
    response.setHeader('Content-Security-Policy', 'of the site')
    passThrough.handle(Object.assign(request, { id: 'request-1' }), response)
  })
  site.on('upgrade', (...upgrade) => passThrough.upgrade(...upgrade))
  return { state, port: await listen(site) }
}

/** Starts an office. Resolves to a site that passes everything to it. */
const startBoth = async (office: RequestListener, proxies = 0, maxConnections = 100) =>
  startSite(await listen(createServer(office)), proxies, maxConnections)

it('passes method, address, and body, and says itself who the client is', async () => {
  const { port } = await startBoth(async (request, response) => {
    const { method, url, headers } = request
    response.end(JSON.stringify({ method, url, headers, body: await text(request) }))
  })
  const answer = await fetch(`http://127.0.0.1:${port}/v1/a?b=c`, {
    method: 'PATCH',
    body: 'a body',
    headers: {
      [officeHeaders.secret]: 'forged',
      [officeHeaders.origin]: 'own',
      [officeHeaders.requestId]: 'forged',
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-host': 'forged.test',
      'x-forwarded-proto': 'https',
      origin: 'https://other.test',
    },
  })
  const { headers, ...passed } = (await answer.json()) as { headers: Record<string, string> }
  expect(passed).toEqual({ method: 'PATCH', url: '/v1/a?b=c', body: 'a body' })
  expect(headers).toMatchObject({
    [officeHeaders.secret]: 'secret',
    [officeHeaders.origin]: 'other',
    [officeHeaders.requestId]: 'request-1',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': `127.0.0.1:${port}`,
    'x-forwarded-proto': 'http',
    host: `127.0.0.1:${port}`,
  })
})

it('believes a trusted proxy, and drops headers of the connection and those that it names', async () => {
  const { port } = await startBoth((request, response) => {
    response.end(JSON.stringify(request.headers))
  }, 1)
  const client = rawClient(
    port,
    head(
      ...['GET /studio HTTP/1.1', 'X-Forwarded-For: 192.0.2.1', 'X-Forwarded-Host: halvi.test'],
      ...['Connection: close, x-private', 'X-Private: 1', 'TE: trailers', 'X-Kept: 1'],
    ),
  )
  await client.ended
  const headers = JSON.parse(client.received.split('\r\n\r\n').slice(1).join(''))
  expect(headers).toMatchObject({
    'x-forwarded-for': '192.0.2.1',
    'x-forwarded-host': 'halvi.test',
    'x-forwarded-proto': 'https',
    'x-kept': '1',
  })
  expect(headers).not.toHaveProperty('x-private')
  expect(headers).not.toHaveProperty('te')
})

it('passes the response with its own headers only, part by part', async () => {
  let end = () => {}
  const { port } = await startBoth((_request, response) => {
    response.writeHead(201, { 'X-Own': '1', 'Set-Cookie': ['a=1', 'b=2'] })
    response.write('first')
    end = () => response.end('last')
  })
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  expect(answer.status).toBe(201)
  expect(answer.headers.get('x-own')).toBe('1')
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(answer.headers.get('content-security-policy')).toBeNull()
  const reader = answer.body?.getReader()
  expect(String(Buffer.from((await reader?.read())?.value ?? []))).toBe('first')
  end()
  expect(String(Buffer.from((await reader?.read())?.value ?? []))).toBe('last')
})

it('responds with 503 while the office is away, ends at once, or sends garbage', async () => {
  const garbage = await listen(createTcpServer((socket) => socket.on('error', () => {}).end('?')))
  const { port, state } = await startSite(garbage)
  const status = async () => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/studio`)
    return [status, headers.get('retry-after')]
  }
  expect(await status()).toEqual([503, '5'])
  state.isUp = false
  expect(await status()).toEqual([503, '5'])
  const closed = createTcpServer()
  const free = await listen(closed)
  closed.close()
  const alone = await startSite(free)
  expect((await fetch(`http://127.0.0.1:${alone.port}/staff`)).status).toBe(503)
})

it('passes the whole response of an office that does not read the whole body', async () => {
  const { port } = await startBoth((request, response) => {
    request.once('data', () => {
      response.writeHead(413).end('too large')
    })
  })
  const answer = await fetch(`http://127.0.0.1:${port}/v1/assets`, {
    method: 'POST',
    body: Buffer.alloc(3_000_000),
  })
  expect([answer.status, await answer.text()]).toEqual([413, 'too large'])
})

it('ends a response that the office does not complete', async () => {
  const { port } = await startBoth((_request, response) => {
    response.write('first', () => response.destroy())
  })
  const answer = await fetch(`http://127.0.0.1:${port}/v1/data`)
  await expect(answer.text()).rejects.toThrow()
})

it('ends the request to the office when the client disconnects', async () => {
  let ended = false
  const { port } = await startBoth((request, response) => {
    response.once('close', () => {
      ended = true
    })
    request.resume()
    response.write('endless')
  })
  const client = rawClient(port, head('GET /v1/listen HTTP/1.1'))
  await client.receives(/endless/)
  client.socket.destroy()
  await until(() => expect(ended).toBe(true))
})

it('passes WebSockets both ways, and the status of a rejected one', async () => {
  const office = createServer()
  const sockets: Socket[] = []
  office.on('upgrade', ({ url, headers }, socket: Socket) => {
    sockets.push(socket)
    if (url === '/no') return socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Own: 1\r\n\r\n',
    )
    socket.write(String(headers[officeHeaders.secret]))
    return socket.pipe(socket)
  })
  const { port, state } = await startSite(await listen(office))
  const open = (path: string) =>
    rawClient(port, head(`GET ${path} HTTP/1.1`, 'Connection: Upgrade', 'Upgrade: websocket'))
  const client = open('/v1/socket')
  await client.receives(/^HTTP\/1.1 101 .*X-Own: 1.*secret$/s)
  client.socket.write('echo')
  await client.receives(/secretecho$/)
  const closed = once(sockets[0] as Socket, 'close')
  client.socket.destroy()
  await closed
  const ended = open('/v1/socket')
  await ended.receives(/secret$/)
  sockets[1]?.end('bye')
  await ended.receives(/secretbye$/)
  await ended.ended
  const reset = open('/v1/socket')
  await reset.receives(/secret$/)
  sockets[2]?.resetAndDestroy()
  await reset.ended
  const rejected = open('/no')
  await rejected.receives(/^HTTP\/1.1 404 /)
  state.isUp = false
  const away = open('/v1/socket')
  await away.receives(/^HTTP\/1.1 503 /)
})

it('passes a limited number of requests at the same time', async () => {
  let end = () => {}
  const { port, state } = await startBoth(
    (_request, response) => {
      response.write('waiting')
      end = () => response.end()
    },
    0,
    1,
  )
  const client = rawClient(port, head('GET /v1/listen HTTP/1.1'))
  await client.receives(/waiting/)
  expect((await fetch(`http://127.0.0.1:${port}/studio`)).status).toBe(503)
  expect(state.rejected).toEqual(['office'])
  end()
  client.socket.destroy()
})
