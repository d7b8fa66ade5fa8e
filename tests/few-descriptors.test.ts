import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { startSite } from './running-site.ts'
import { until } from './until.ts'

it('with few file descriptors, accepts fewer connections and survives more clients', async () => {
  const site = await startSite({ CONTENT_API: 'public' }, { descriptors: 300 })
  const { port } = new URL(site.url)
  const started = site.lines.map((line) => JSON.parse(line) as { maxConnections?: number })
  expect(started.find(({ maxConnections }) => maxConnections)?.maxConnections).toBe(172)
  const sockets: Socket[] = []
  let closed = 0
  for (let n = 0; n < 400; n++) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {}).on('close', () => closed++)
    const path = `/v2025-02-19/data/live/events/production?n=${n}`
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    sockets.push(socket)
  }
  await until(() => closed >= 228)
  for (const socket of sockets) socket.destroy()
  await until(
    () => fetch(`${site.url}/support/faq?q=payout`).then(({ ok }) => ok, String),
    (ok) => ok === true,
  )
  expect(site.process.exitCode).toBeNull()
  await site.remove()
}, 60_000)
