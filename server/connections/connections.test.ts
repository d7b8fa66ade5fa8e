import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { until } from '../../packages/kit/testing/until.ts'
import { handleUpgrades } from '../to-office/upgrades.ts'
import { rejectSocket } from './connection.ts'
import { Connections } from './connections.ts'
import { head, type RawClient, rawClient, respondLater } from './testing/raw-client.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void
type Options = Partial<ConstructorParameters<typeof Connections>[1]>
type Upgrade = (request: IncomingMessage, socket: Duplex) => void

/** The office's answer to a WebSocket at an unknown path. */
const notFound: Upgrade = (_request, socket) => rejectSocket(socket, 404)

async function start(answer: Answer, options: Options = {}, upgrade: Upgrade = notFound) {
  const server = createServer({ connectionsCheckingInterval: 50, headersTimeout: 200 }, answer)
  const rejected: string[] = []
  const connections = new Connections(server, {
    maxConnections: 100,
    proxies: 0,
    countRejection: (limit) => rejected.push(limit),
    ...options,
  })
  handleUpgrades(server, connections, { upgrade }, false)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  closers.push(() => {
    connections.endAll()
    server.close()
  })
  const client = (sent?: string, from?: string) => rawClient(port, sent, from)
  return { connections, rejected, client, server }
}

const ok: Answer = (_request, response) => response.end('ok')
const never: Answer = () => {}
const get = head('GET / HTTP/1.1')
const upgradeTo = (protocol: string) =>
  head('GET /x HTTP/1.1', 'Connection: Upgrade', `Upgrade: ${protocol}`)
const answered = (client: RawClient, status: number) =>
  client.receives(new RegExp(`^HTTP/1.1 ${status} `))

it('rejects connections above the limit of a network and above the total', async () => {
  const { client, connections, rejected } = await start(never, { maxConnections: 4 })
  const first = client(get)
  client(get)
  await until(() => expect(connections.metrics.connections).toBe(2))
  await client(get).ended
  expect(rejected).toEqual(['connections-of-a-network'])
  for (const from of ['127.0.0.2', '127.0.0.3']) client(get, from)
  await until(() => expect(connections.metrics.connections).toBe(4))
  await client(get, '127.0.0.4').ended
  expect(rejected).toEqual(['connections-of-a-network', 'connections'])
  expect(first.socket.destroyed).toBe(false)
})

it('limits requests by forwarded address and does not limit connections of proxies by network', async () => {
  const held: (() => void)[] = []
  const { client, connections } = await start(
    (request, response) => {
      const release = connections.request(request)
      if (release) held.push(release)
      response.statusCode = release ? 200 : 429
      response.end()
    },
    { maxConnections: 4, proxies: 1, limits: { requestsPerNetwork: 1 } },
  )
  const from = (address: string) => head('GET / HTTP/1.1', `X-Forwarded-For: ${address}`)
  await answered(client(from('192.0.2.1')), 200)
  await answered(client(from('192.0.2.1')), 429)
  await answered(client(from('192.0.2.2')), 200)
  expect(connections.metrics).toMatchObject({ connections: 3, requests: 2 })
  for (const release of held) release()
  expect(connections.metrics.requests).toBe(0)
})

it('releases all requests of a connection that is reset, including pipelined ones', async () => {
  const { client, connections } = await start((request) => connections.request(request))
  const { socket } = client(get.repeat(3))
  await until(() => expect(connections.metrics.requests).toBe(3))
  socket.resetAndDestroy()
  await until(() => expect(connections.metrics).toMatchObject({ connections: 0, requests: 0 }))
})

it('closes stalled connections and keeps slow ones', async () => {
  const large = Buffer.alloc(30_000_000)
  const { client, connections } = await start((_request, response) => response.end(large), {
    limits: { idleMs: 500 },
  })
  client(get, '127.0.0.2').socket.pause()
  const slow = client(get, '127.0.0.3')
  // Reads a megabyte each 50 ms.
  let read = 0
  slow.socket.on('data', ({ length }) => {
    read += length
    if (read > 1_000_000) slow.socket.pause()
  })
  const drip = setInterval(() => {
    read = 0
    slow.socket.resume()
  }, 50)
  await until(() => expect(connections.metrics.connections).toBe(2))
  await until(() => expect(connections.metrics.connections).toBe(1))
  expect(slow.socket.destroyed).toBe(false)
  clearInterval(drip)
}, 10_000)

it('keeps a connection whose client waits for a response', async () => {
  const { client, connections } = await start((_request, response) => respondLater(response, 300), {
    limits: { idleMs: 50 },
  })
  await client(get).receives(/late/)
  await until(() => expect(connections.metrics.connections).toBe(0))
})

it.each([
  ['half a head', 'GET / HTTP/1.1\r\nHost: ', 408],
  ['nothing', '', 408],
  ['half a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['two lengths', head('POST / HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2'), 400],
  [
    'a length and chunks',
    head('POST / HTTP/1.1', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    400,
  ],
  ['a header of 100 kB', head('GET / HTTP/1.1', `X: ${'x'.repeat(100_000)}`), 431],
])('responds to %s with an empty body and closes the connection', async (_what, sent, status) => {
  const { client, connections, rejected } = await start(ok, { limits: { rejectionMs: 50 } })
  const sending = client(sent)
  await sending.ended
  expect(sending.received).toContain(`HTTP/1.1 ${status} `)
  expect(sending.received.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(rejected).toEqual(['malformed-requests'])
  await until(() => expect(connections.metrics.connections).toBe(0))
})

it.each([
  ['a WebSocket at an unknown path', upgradeTo('websocket'), 404],
  ['h2c', upgradeTo('h2c'), 400],
  ['any other protocol', upgradeTo('x'), 400],
  ['CONNECT', head('CONNECT other.test:443 HTTP/1.1'), 405],
])(
  'rejects %s and closes the connection although the client keeps it open',
  async (_what, sent, status) => {
    const { client, connections } = await start(ok, { limits: { rejectionMs: 50 } })
    await answered(client(sent), status)
    await until(() => expect(connections.metrics).toMatchObject({ connections: 0, requests: 0 }))
  },
)

it('keeps running when upgraded sockets are reset at any time', async () => {
  const taken: Duplex[] = []
  const { client, connections } = await start(ok, {}, (_request, socket) => taken.push(socket) > 0)
  const { socket } = client(upgradeTo('websocket'))
  await until(() => expect(connections.metrics.requests).toBe(1))
  socket.resetAndDestroy()
  await until(() => expect(connections.metrics.connections).toBe(0))
  // The same for rejected upgrades: the response is written to a closed connection.
  const early = client(upgradeTo('h2c'))
  early.socket.once('connect', () => setImmediate(() => early.socket.resetAndDestroy()))
  await early.ended
  await answered(client(get), 200)
  expect(connections.metrics.requests).toBe(0)
})

it('closes idle connections with endIdle and all others with endAll', async () => {
  const { client, connections, server } = await start(never, {}, () => true)
  const open = [client(get), client(upgradeTo('websocket')), client('GET / HT'), client('')]
  await until(() => expect(connections.metrics.connections).toBe(4))
  const closed = new Promise((resolve) => server.close(resolve))
  connections.endIdle()
  await until(() => expect(connections.metrics.connections).toBe(2))
  connections.endAll()
  await closed
  await Promise.all(open.map(({ ended }) => ended))
})
