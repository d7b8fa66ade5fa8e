import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Subscription } from '../http/event-stream.ts'
import { serveEvents } from './event-socket.ts'

it('reports a stream that fails to open, and keeps the others open', async () => {
  const broken: Subscription = {
    path: 'data/broken',
    prepare() {
      throw new Error('a fault of ours')
    },
  }
  const healthy: Subscription = {
    path: 'data/healthy',
    prepare: () => (stream) => stream.send('welcome', '{}'),
  }
  const errors: unknown[] = []
  const log = { info() {}, warn() {}, error: ({ err }: { err?: unknown }) => errors.push(err) }
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) =>
    serveEvents(socket, {} as never, '', () => [broken, healthy], log),
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
