import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { LimitReachedError } from 'halvi-kit/fair-queue'
import { expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Subscription } from '../http/event-stream.ts'
import { openSocket } from '../testing/socket.ts'
import { serveEvents } from './event-socket.ts'

/** Serves subscriptions on a socket, and opens it. */
async function serve(
  subscriptions: Subscription[],
  onError: (error: unknown) => void,
  takeSlot = () => () => {},
) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) =>
    serveEvents(socket, {} as never, '', () => subscriptions, takeSlot, onError),
  )
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { messages, send, socket } = await openSocket(`http://127.0.0.1:${port}`, '/')
  const close = () => {
    socket.terminate()
    server.close()
  }
  return { messages, send, close }
}

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
  const onError = vi.fn()
  const { messages, send, close } = await serve([subscription], onError, takeSlot)
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
    expect(onError.mock.calls).toEqual([[expect.any(LimitReachedError)]])
  } finally {
    encode.mockRestore()
    close()
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
  const onError = vi.fn()
  const { messages, send, close } = await serve([broken, healthy], onError)
  send({ open: 1, url: '/v2025-02-19/data/broken' })
  send({ open: 2, url: '/v2025-02-19/data/healthy' })
  const { id, type, data } = await messages.next()
  expect([id, type, JSON.parse(String(data)).statusCode]).toEqual([1, 'channelError', 500])
  expect(data).not.toContain('ours')
  expect(await messages.next()).toMatchObject({ id: 2, type: 'welcome' })
  expect(onError.mock.calls).toEqual([[new Error('a fault of ours')]])
  close()
})
