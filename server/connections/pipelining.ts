import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { connectionLimits } from '../limits.ts'

type Handle = (req: IncomingMessage, res: ServerResponse) => void

/**
 * Has the requests of a connection handled one after another, however many it has sent in one write:
 * one that is pipelined (RFC 9112, section 9.3.2) begins when the one before it has been answered.
 * No browser and no proxy does so; with too many in line, no more are read, those in line are answered,
 * and the connection is closed.
 *
 * A request that has the connection to itself passes at no cost.
 *
 * @param refused told of each connection that is closed for it
 */
export function oneAtATime(
  handle: Handle,
  refused: (limit: string) => void,
  most: number = connectionLimits.pipelined,
): Handle {
  const lines = new WeakMap<Socket, { waiting: number; isFull: boolean }>()
  return (req, res) => {
    // Node gives a response its socket when its turn has come.
    if (res.socket) return handle(req, res)
    const { socket } = req
    const line = lines.get(socket) ?? { waiting: 0, isFull: false }
    lines.set(socket, line)
    // What Node has read already comes here still. Nobody answers it.
    if (line.isFull) return void socket.pause()
    line.waiting++
    res.once('socket', () => {
      line.waiting--
      handle(req, res)
    })
    if (line.waiting < most) return
    line.isFull = true
    refused('pipelined-requests')
    // Node closes the connection after this response.
    res.shouldKeepAlive = false
    socket.pause()
  }
}
