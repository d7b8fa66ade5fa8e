import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { connectionLimits } from '../limits.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Handles the requests of a connection one after another: a pipelined one (RFC 9112, section 9.3.2)
 * begins when the one before it has been answered. No browser or proxy pipelines. With too many in
 * line, no more are read, those in line are answered, and the connection is closed.
 *
 * A request that has the connection to itself passes at no cost.
 *
 * @param refused called for each connection that is closed for it
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
