import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { Connections } from '../../server/connections/connections.ts'
import { head, rawClient } from '../../server/connections/testing/raw-client.ts'
import { demandOfAVisitor } from '../../server/limits.ts'
import { Address } from './address.js'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** An address, and the site's server for it, with the order in which the site reads connections. */
async function start() {
  const address = new Address()
  address.listener.listen(0, '127.0.0.1')
  await once(address.listener, 'listening')
  const { port } = address.listener.address() as AddressInfo
  const server = createServer((_request, response) => response.end('ok'))
  const connections = new Connections(server, { most: 100, proxies: 0, refused: () => {} })
  closers.push(() => {
    connections.endAll()
    address.listener.close()
  })
  return { address, server, port }
}

/** More than the site reads at once, as a browser opens them for a page and what belongs to it. */
const open = (port: number) =>
  Array.from({ length: demandOfAVisitor + 6 }, () => rawClient(port, head('GET / HTTP/1.1')))
const answered = ({ received }: { received: string }) => received.startsWith('HTTP/1.1 200 ')

it('loses no request, though the site reads some connections later', async () => {
  const { address, server, port } = await start()
  address.leadTo(server)
  const clients = open(port)
  await expect.poll(() => clients.every(answered)).toBe(true)
})

it('has connections wait while the site is started anew, and loses none of them', async () => {
  const { address, server, port } = await start()
  const clients = open(port)
  const { listener } = address
  const accepted = promisify(listener.getConnections.bind(listener))
  await expect.poll(() => accepted()).toBe(clients.length)
  address.leadTo(server)
  await expect.poll(() => clients.every(answered)).toBe(true)
})
