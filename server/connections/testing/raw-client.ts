import { connect, type Socket } from 'node:net'

/** A socket that says what it likes and ends nothing by itself, for tests. */
export interface RawClient {
  socket: Socket
  /** What has come back. */
  readonly received: string
  /** Resolves when the other side has ended it, in whatever way. */
  ended: Promise<void>
}

/** Connects from an address of this machine, 127.0.0.1 to 127.255.255.254, and sends that. */
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
    ended,
  }
}

/** A request line and headers, with a host. */
export function head(line: string, ...headers: string[]): string {
  return `${[line, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`
}
