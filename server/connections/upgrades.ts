import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Lake } from 'embedded-content-lake'
import type { Logger } from 'pino'
import type { Connections } from './connections.ts'
import { rejectSocket } from './reject-socket.ts'

/**
 * Hands WebSockets to the lake, as streams that are counted, and refuses every other upgrade: with a
 * listener Node hands over whatever names a protocol, `h2c` too. In development Vite's own are left
 * to Vite.
 */
export function handleUpgrades(
  server: Server,
  connections: Connections,
  lake: Pick<Lake, 'upgrade'> | undefined,
  isDevelopment: boolean,
  log: Logger,
): void {
  server.on('connect', (_request, socket: Duplex) => reject(connections, socket, 405))
  // Without a listener an upgrade is answered as the request that it is.
  if (!lake) return
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isDevelopment && isVites(request)) return
    if (!/^websocket$/i.test(request.headers.upgrade ?? '')) {
      return reject(connections, socket, 400)
    }
    const release = connections.stream(request)
    if (!release) return reject(connections, socket, 503, 'Retry-After: 30\r\n')
    connections.upgraded(socket)
    socket.once('close', release)
    try {
      if (!lake.upgrade(request, socket, head)) rejectSocket(socket, 404)
    } catch (err) {
      log.error({ err }, 'upgrade failed')
      socket.destroy()
    }
  })
}

function reject(connections: Connections, socket: Duplex, status: number, headers = ''): void {
  connections.upgraded(socket)
  rejectSocket(socket, status, headers)
}

function isVites({ headers }: IncomingMessage): boolean {
  return headers['sec-websocket-protocol']?.startsWith('vite-') === true
}
