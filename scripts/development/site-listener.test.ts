import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { Connections } from '../../server/connections/connections.ts'
import { head, rawClient } from '../../server/connections/testing/raw-client.ts'
import { SiteListener } from './site-listener.js'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const close of cleanups.splice(0)) close()
})

/** Starts a listener, and a server for it that limits connections like the site. */
async function start() {
  const siteListener = new SiteListener()
  siteListener.listener.listen(0, '127.0.0.1')
  await once(siteListener.listener, 'listening')
  const { port } = siteListener.listener.address() as AddressInfo
  const server = createServer((_request, response) => response.end('ok'))
  const connections = new Connections(server, {
    maxConnections: 100,
    proxies: 0,
    countRejection: () => {},
  })
  cleanups.push(() => {
    connections.endAll()
    siteListener.listener.close()
  })
  return { siteListener, server, port }
}

/** Opens several connections, like a browser that loads a page and its files. */
const open = (port: number) =>
  Array.from({ length: 8 }, () => rawClient(port, head('GET / HTTP/1.1')))
const answered = ({ received }: { received: string }) => received.startsWith('HTTP/1.1 200 ')

it('passes all connections on', async () => {
  const { siteListener, server, port } = await start()
  siteListener.attach(server)
  const clients = open(port)
  await expect.poll(() => clients.every(answered)).toBe(true)
})

it('keeps connections waiting while the site restarts, and loses none', async () => {
  const { siteListener, server, port } = await start()
  const clients = open(port)
  const { listener } = siteListener
  const accepted = promisify(listener.getConnections.bind(listener))
  await expect.poll(() => accepted()).toBe(clients.length)
  siteListener.attach(server)
  await expect.poll(() => clients.every(answered)).toBe(true)
})
