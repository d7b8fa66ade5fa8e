import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { oneAtATime } from './pipelining.ts'
import { head, rawClient } from './testing/raw-client.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/**
 * Starts a server that responds to each request with its path after a short delay. At most four requests may wait.
 */
async function start() {
  const handled: string[] = []
  const rejected: string[] = []
  const busy = { now: 0, most: 0 }
  async function answer(req: IncomingMessage, res: ServerResponse) {
    handled.push(req.url ?? '')
    if (req.url === '/held') return
    busy.most = Math.max(busy.most, ++busy.now)
    let body = ''
    for await (const chunk of req) body += chunk
    await new Promise((resolve) => setTimeout(resolve, 2))
    busy.now--
    res.end(`[${req.url}${body}]`)
  }
  const server = createServer(oneAtATime(answer, (limit) => rejected.push(limit), 4))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { handled, rejected, busy, client: (sent?: string) => rawClient(port, sent) }
}

const get = (path: string) => head(`GET ${path} HTTP/1.1`)
const post = (path: string, body: string) =>
  head(`POST ${path} HTTP/1.1`, `Content-Length: ${body.length}`) + body
const answers = ({ received }: { received: string }) => received.match(/\[.*?\]/g) ?? []
const paths = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `/${from + index}`)

it('handles a few pipelined requests in order, one at a time', async () => {
  const { client, busy, rejected } = await start()
  const sending = client(get('/1') + post('/2', '=two') + get('/3') + post('/4', '=four'))
  await expect.poll(() => answers(sending)).toEqual(['[/1]', '[/2=two]', '[/3]', '[/4=four]'])
  expect(busy.most).toBe(1)
  // The connection stays open.
  sending.socket.write(get('/5'))
  await expect.poll(() => answers(sending)).toHaveLength(5)
  expect(sending.received).not.toMatch(/Connection: close/i)
  expect(rejected).toEqual([])
})

it.each([
  ['pages', get],
  ['forms', (path: string) => post(path, '')],
])('handles the first of a thousand %s and closes the connection', async (_what, make) => {
  const { client, busy, handled, rejected } = await start()
  const sending = client(paths(1, 1_000).map(make).join(''))
  await sending.ended
  // One request that was handled directly and four that waited.
  expect(handled).toEqual(paths(1, 5))
  expect(answers(sending)).toEqual(handled.map((path) => `[${path}]`))
  expect(sending.received.match(/Connection: close/gi)).toHaveLength(1)
  expect(busy.most).toBe(1)
  expect(rejected).toEqual(['pipelined-requests'])
})

it('counts only requests that are waiting', async () => {
  const { client, handled, rejected } = await start()
  const sending = client()
  for (let turn = 0; turn < 10; turn++) {
    sending.socket.write(paths(1, 3).map(get).join(''))
    await expect.poll(() => answers(sending).length).toBe((turn + 1) * 3)
  }
  expect(handled).toHaveLength(30)
  expect(rejected).toEqual([])
})

it('does not start requests of a client that has disconnected', async () => {
  const { client, handled } = await start()
  const { socket } = client(['/held', '/2', '/3'].map(get).join(''))
  await expect.poll(() => handled).toEqual(['/held'])
  socket.resetAndDestroy()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(handled).toEqual(['/held'])
})
