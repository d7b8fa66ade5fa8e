import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { connectionLimits } from '../limits.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Handles pipelined requests (RFC 9112, section 9.3.2) of a connection one at a time. Browsers and proxies send none.
 * If too many are waiting, handles those and closes the connection.
 */
export function oneAtATime(
  handle: Handle,
  countRejection: (limit: string) => void,
  maxWaiting: number = connectionLimits.maxPipelined,
): Handle {
  const lines = new WeakMap<Socket, { waiting: number; isFull: boolean }>()
  return (request, response) => {
    // Node assigns the socket to a response when it is its turn.
    if (response.socket) return handle(request, response)
    const { socket } = request
    const line = lines.get(socket) ?? { waiting: 0, isFull: false }
    lines.set(socket, line)
    // Node read this request before the socket was paused. It gets no response: the connection is closing.
    if (line.isFull) return void socket.pause()
    line.waiting++
    response.once('socket', () => {
      line.waiting--
      handle(request, response)
    })
    if (line.waiting < maxWaiting) return
    line.isFull = true
    countRejection('pipelined-requests')
    // Makes Node close the connection after this response.
    response.shouldKeepAlive = false
    socket.pause()
  }
}
