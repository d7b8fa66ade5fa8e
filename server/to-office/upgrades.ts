import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { rejectSocket } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import { isPathTooLong } from '../connections/path-length.ts'
import type { PassThrough } from './pass-through.ts'

/**
 * Passes WebSockets to the office and counts them as requests. Rejects all other upgrades, including `h2c`. In
 * development, Vite handles its own WebSockets.
 */
export function handleUpgrades(
  server: Server,
  connections: Connections,
  passThrough: Pick<PassThrough, 'upgrade'>,
  isDevelopment: boolean,
): void {
  const reject = (socket: Duplex, status: number, headers = '') => {
    connections.upgraded(socket)
    rejectSocket(socket, status, headers)
  }
  server.on('connect', (_request, socket: Duplex) => reject(socket, 405))
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { upgrade = '', 'sec-websocket-protocol': protocol } = request.headers
    if (isDevelopment && protocol?.startsWith('vite-')) return
    if (isPathTooLong(request)) return reject(socket, 414)
    if (!/^websocket$/i.test(upgrade)) return reject(socket, 400)
    const release = connections.request(request)
    if (!release) return reject(socket, 503, 'Retry-After: 30\r\n')
    connections.upgraded(socket)
    socket.once('close', release)
    passThrough.upgrade(request, socket, head)
  })
}
