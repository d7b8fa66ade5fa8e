import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'

/** A socket for tests that sends arbitrary bytes and does not close the connection. */
export interface RawClient {
  socket: Socket
  /** The bytes received so far. */
  readonly received: string
  /** Resolves once the bytes received match. Rejects if the server has closed the connection before. */
  receives(pattern: RegExp): Promise<void>
  /** Resolves when the server has closed the connection, for any reason. */
  ended: Promise<void>
}

/** Connects from a loopback address, 127.0.0.1 to 127.255.255.254, and sends `sent`. */
export function rawClient(port: number, sent = '', from = '127.0.0.1'): RawClient {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true })
  let received = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  if (sent) socket.write(sent)
  const ended = new Promise<void>((resolve) => {
    socket.once('end', resolve).once('close', () => resolve())
  })
  return {
    socket,
    get received() {
      return received
    },
    async receives(pattern) {
      while (!pattern.test(received)) {
        if (socket.readableEnded || socket.destroyed) throw new Error(`closed after ${received}`)
        await Promise.race([once(socket, 'data'), ended])
      }
    },
    ended,
  }
}

/** Returns a request line with headers, including `Host`. */
export function head(line: string, ...headers: string[]): string {
  return `${[line, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`
}

/** Sends a response after some milliseconds without traffic. */
export function respondLater(response: ServerResponse, afterMs: number): void {
  setTimeout(() => response.end('late'), afterMs)
}
