import { connect, type Socket } from 'node:net'
import { ResponseHeads } from './response-heads.ts'

/** Address and port of the attacked site. */
export interface Target {
  host: string
  port: number
}

/** The attacker's address. */
const localAddress = '127.0.0.2'
/** Maximum number of open connections of one attack. */
const maxOpen = 3_000

/** The connections of one attack, with counts of the responses by status. Connection errors are ignored. */
export class Connections {
  readonly responses: Record<string, number> = {}
  readonly #open = new Set<Socket>()

  constructor(private readonly target: Target) {}

  /** Opens a connection and sends bytes. Returns undefined if too many connections are open. */
  open(bytes = '', { reads = true } = {}): Socket | undefined {
    if (this.#open.size >= maxOpen) return undefined
    // Keeps its side open when the site closes the connection, as an attacker would.
    const socket = connect({ ...this.target, localAddress, allowHalfOpen: true, noDelay: true })
    this.#open.add(socket)
    const heads = new ResponseHeads()
    if (bytes.length > 0) socket.once('connect', () => socket.write(bytes))
    if (reads) {
      socket.on('data', (piece) => {
        for (const { status } of heads.read(piece)) {
          this.responses[status] = (this.responses[status] ?? 0) + 1
        }
      })
    }
    socket.on('error', () => {})
    socket.on('close', () => this.#open.delete(socket))
    return socket
  }

  /** Sends one request on a new connection, and closes it when the site does. */
  send(bytes: string): void {
    const socket = this.open(bytes)
    socket?.on('end', () => socket.end())
  }

  /** Closes all connections. */
  close(): void {
    for (const socket of this.#open) socket.destroy()
  }
}
