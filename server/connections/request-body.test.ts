import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { until } from '../../packages/kit/testing/until.ts'
import { maxBodyBytes, readFormBody, UnreadableBody } from '../../packages/leads/submit/body.ts'
import { readBody } from './request-body.ts'
import { head, rawClient } from './testing/raw-client.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Starts a server that reads each body and parses the form like an action. Returns the outcome of both. */
async function start() {
  const read: (number | 'failed' | null)[] = []
  const statuses: number[] = []
  const server = createServer(async (req, res) => {
    const body = await readBody(req, res, { maxReadBytes: 300_000, maxPieces: 100 })
    read.push(body === undefined ? 'failed' : (body?.byteLength ?? null))
    const headers = req.headers as Record<string, string>
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    const parsed = body === undefined ? 400 : readFormBody(new Request('http://halvi.test/', init))
    const status = await Promise.resolve(parsed).then(
      (form) => (form === 400 ? form : 200),
      (error) => (error instanceof UnreadableBody ? error.status : 500),
    )
    statuses.push(status)
    res.writeHead(status).end()
  })
  let socket: Socket | undefined
  server.on('connection', (newest) => {
    socket = newest
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    ...{ read, statuses },
    client(sent: string) {
      socket = undefined
      return rawClient(port, sent)
    },
    /** Resolves once the server has received as many bytes of the newest client. */
    arrived: (bytes: number) =>
      until(() => expect(socket?.bytesRead).toBeGreaterThanOrEqual(bytes)),
  }
}

const urlencoded = 'Content-Type: application/x-www-form-urlencoded'
const sized = (length: number, type = urlencoded) =>
  head('POST / HTTP/1.1', type, `Content-Length: ${length}`)
const chunked = head('POST / HTTP/1.1', urlencoded, 'Transfer-Encoding: chunked')
const chunks = (count: number, size = 1) =>
  `${size.toString(16)}\r\n${'a'.repeat(size)}\r\n`.repeat(count)
const status = (number: number) => new RegExp(`^HTTP/1.1 ${number} `)

it.each([
  ['with its length', `${sized(3)}a=b`, 3],
  ['in a few chunks', `${chunked}${chunks(50)}0\r\n\r\n`, 50],
  ['that is empty', sized(0), 0],
  ['as long as it may be', sized(maxBodyBytes) + 'a'.repeat(maxBodyBytes), maxBodyBytes],
])('reads a form %s and keeps the connection open', async (_what, sent, length) => {
  const { client, read } = await start()
  const sending = client(sent)
  await sending.receives(status(200))
  expect(read).toEqual([length])
  sending.socket.write(sent)
  await until(() => expect(read).toEqual([length, length]))
})

it.each([
  ['of another type', sized(10_000_000, 'Content-Type: application/json'), 415],
  ['of no type', sized(3, 'X: y'), 415],
  ['that declares an excessive length', sized(300_001), 413],
])('responds to a body %s before it arrives', async (_what, sent, expected) => {
  const { client, read } = await start()
  const sending = client(sent)
  await sending.receives(status(expected))
  expect(read).toEqual([null])
})

it('reads an oversized form to its end without storing it', async () => {
  const { client, read, arrived } = await start()
  const sending = client(sized(300_000) + 'a'.repeat(290_000))
  await arrived(290_000)
  expect(sending.received).toBe('')
  sending.socket.write('a'.repeat(10_000))
  await sending.receives(status(413))
  expect(read[0]).toBeGreaterThan(maxBodyBytes)
  expect(read[0]).toBeLessThan(200_000)
})

it('stops reading an endless form', async () => {
  const { client, read } = await start()
  const sending = client(chunked + chunks(400, 1_000))
  await sending.receives(/^HTTP\/1\.1 4(00|13) /)
  expect(read).toHaveLength(1)
})

it('rejects a form in too many pieces and closes the connection', async () => {
  const { client, read } = await start()
  const sending = client(`${chunked}${chunks(50_000)}0\r\n\r\n`)
  await sending.ended
  expect(read).toEqual(['failed'])
  expect(sending.received).toMatch(status(400))
  expect(sending.received).toMatch(/^Connection: close/im)
})

it('rejects an incomplete form', async () => {
  const { client, read, statuses, arrived } = await start()
  for (const sent of [`${sized(10)}a=b`, `${chunked}3\r\na=b\r\n`]) {
    const { socket } = client(sent)
    await arrived(sent.length)
    socket.resetAndDestroy()
  }
  await until(() => expect(statuses).toEqual([400, 400]))
  expect(read).toEqual(['failed', 'failed'])
})
