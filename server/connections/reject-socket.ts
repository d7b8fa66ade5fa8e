import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { connectionLimits } from '../limits.ts'

/**
 * Answers on a socket where there is no HTTP response to answer with, and ends it: once that is sent,
 * or after `waitMs` milliseconds if it is not taken.
 */
export function rejectSocket(
  socket: Duplex,
  status: number,
  headers = '',
  waitMs: number = connectionLimits.refusalMs,
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Content-Length: 0\r\nConnection: close\r\n\r\n`,
    () => endSoon(socket),
  )
  // What is still sent is read and forgotten: a reset would take the answer from the client.
  socket.resume()
  setTimeout(() => socket.destroy(), waitMs).unref()
}

/** The other side has the same time to end its half. */
function endSoon(socket: Duplex): void {
  socket.once('end', () => socket.destroy())
}
