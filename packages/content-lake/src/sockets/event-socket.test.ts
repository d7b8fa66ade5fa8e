import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { LimitReachedError } from 'halvi-kit/fair-queue'
import { expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Subscription } from '../http/event-stream.ts'
import { openSocket } from '../testing/socket.ts'
import { serveEvents } from './event-socket.ts'

it('sends the same bytes to all its streams, and reports one that is beyond a limit', async () => {
  const event = { type: 'mutation', json: '{"text":"“é”"}', id: 'e' }
  const subscription: Subscription = {
    path: 'data/listen',
    prepare: () => (stream) => stream.send(event),
  }
  let left = 3
  const takeSlot = () => {
    if (left-- === 0) throw new LimitReachedError('client', 'streams')
    return () => {}
  }
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) =>
    serveEvents(socket, {} as never, '', () => [subscription], takeSlot, undefined),
  )
  await once(server, 'listening')
  const { messages, send, socket } = await openSocket(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    '/',
  )
  const encode = vi.spyOn(JSON, 'stringify')
  try {
    for (let open = 1; open <= 4; open++) send({ open, url: '/v2025-02-19/data/listen' })
    for (let id = 1; id <= 3; id++)
      expect(await messages.next()).toEqual({
        id,
        type: 'mutation',
        data: event.json,
        eventId: 'e',
      })
    const { id, data } = await messages.next()
    expect([id, JSON.parse(String(data)).statusCode]).toEqual([4, 429])
    const encoded = encode.mock.calls.filter(([value]) => value?.data === event.json)
    expect(encoded).toHaveLength(1)
  } finally {
    encode.mockRestore()
    socket.terminate()
    server.close()
  }
})

it('reports a stream that fails to open, and keeps the others open', async () => {
  const broken: Subscription = {
    path: 'data/broken',
    prepare() {
      throw new Error('a fault of ours')
    },
  }
  const healthy: Subscription = {
    path: 'data/healthy',
    prepare: () => (stream) => stream.send({ type: 'welcome', json: '{}' }),
  }
  const errors: unknown[] = []
  const log = { info() {}, warn() {}, error: ({ err }: { err?: unknown }) => errors.push(err) }
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) =>
    serveEvents(
      socket,
      {} as never,
      '',
      () => [broken, healthy],
      () => () => {},
      log,
    ),
  )
  await once(server, 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const received: { id: number; type: string; data: string }[] = []
  client.on('message', (data) => received.push(JSON.parse(String(data))))
  await once(client, 'open')
  client.send(JSON.stringify({ open: 1, url: '/v2025-02-19/data/broken' }))
  client.send(JSON.stringify({ open: 2, url: '/v2025-02-19/data/healthy' }))
  await expect
    .poll(() => received.map(({ id, type }) => [id, type]))
    .toEqual([
      [1, 'channelError'],
      [2, 'welcome'],
    ])
  expect(JSON.parse(received[0]?.data ?? '')).toMatchObject({ statusCode: 500 })
  expect(received[0]?.data).not.toContain('ours')
  expect(errors).toEqual([new Error('a fault of ours')])
  client.terminate()
  server.close()
})
