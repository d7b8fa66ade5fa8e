import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { connectionLimits } from '../limits.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Handles pipelined requests (RFC 9112, section 9.3.2) of a connection one after another. No browser or proxy
 * sends any. With too many in line, those are answered and the connection is closed.
 */
export function oneAtATime(
  handle: Handle,
  refused: (limit: string) => void,
  maxWaiting: number = connectionLimits.pipelined,
): Handle {
  const lines = new WeakMap<Socket, { waiting: number; isFull: boolean }>()
  return (request, response) => {
    // Node gives a response its socket when its turn has come.
    if (response.socket) return handle(request, response)
    const { socket } = request
    const line = lines.get(socket) ?? { waiting: 0, isFull: false }
    lines.set(socket, line)
    // Node had read it already. Nobody answers it.
    if (line.isFull) return void socket.pause()
    line.waiting++
    response.once('socket', () => {
      line.waiting--
      handle(request, response)
    })
    if (line.waiting < maxWaiting) return
    line.isFull = true
    refused('pipelined-requests')
    // Node closes the connection after this response.
    response.shouldKeepAlive = false
    socket.pause()
  }
}
