import { connect, type Socket } from 'node:net'
import type { Attack, Report, Target } from './attack.ts'
import { ResponseHeads } from './response-heads.ts'

/** When the attacker resets the connection. A number means milliseconds after it sent the bytes. */
export type Reset = 'when connected' | 'after response' | number

interface Options {
  /** Whether the attacker reads the response; true by default. */
  reads?: boolean
  reset?: Reset
  /** Source address; by default the target's addresses take turns. */
  from?: string
}

/** Maximum number of open connections of one attack. */
const maxOpen = 3_000

/** The connections of one attack, with counts of the responses. Connection errors count as results. */
export class Connections {
  readonly report: Report = {
    connections: 0,
    responses: {},
    cutOff: 0,
    waiting: 0,
    withoutRetryAfter: 0,
    facts: {},
  }
  readonly #target: Target
  readonly #open = new Map<Socket, { responded: boolean }>()
  #stopped = false

  constructor(target: Target) {
    this.#target = target
  }

  /** Opens a connection and sends bytes. Returns undefined if too many connections are open. */
  open(bytes: string | Buffer, options: Options = {}): Socket | undefined {
    if (this.#stopped || this.#open.size >= maxOpen) return undefined
    const { host, port, addresses } = this.#target
    const localAddress = options.from ?? addresses[this.report.connections % addresses.length]
    this.report.connections++
    // Keeps its side open when the site closes the connection, as an attacker would.
    const socket = connect({ host, port, localAddress, allowHalfOpen: true, noDelay: true })
    const state = { responded: false }
    this.#open.set(socket, state)
    const heads = new ResponseHeads()
    const { reset, reads = true } = options
    socket.on('connect', () => {
      if (reset === 'when connected') return socket.resetAndDestroy()
      if (bytes.length > 0) socket.write(bytes)
      if (typeof reset === 'number') setTimeout(() => socket.resetAndDestroy(), reset)
    })
    if (reads) {
      socket.on('data', (piece) => {
        for (const { status, headers } of heads.read(piece)) this.#count(status, headers)
        state.responded = true
        if (reset === 'after response') socket.resetAndDestroy()
      })
    }
    // The result is counted on `close`.
    socket.on('error', () => {})
    socket.on('close', () => {
      if (!this.#open.delete(socket) || this.#stopped) return
      if (!state.responded && reset === undefined) this.report.cutOff++
    })
    return socket
  }

  /** Sends one request on a new connection, and closes it when the site does. */
  send(bytes: string | Buffer, from?: string): void {
    const socket = this.open(bytes, from === undefined ? {} : { from })
    socket?.on('end', () => socket.end())
  }

  /** Closes all connections and returns the report. */
  stop(): Report {
    this.#stopped = true
    for (const [socket, { responded }] of this.#open) {
      if (!responded) this.report.waiting++
      socket.destroy()
    }
    return this.report
  }

  #count(status: number, headers: string): void {
    const { responses } = this.report
    responses[status] = (responses[status] ?? 0) + 1
    if ((status === 429 || status === 503) && !/^retry-after:/im.test(headers)) {
      this.report.withoutRetryAfter++
    }
  }
}

/** Returns an attack over raw connections. `begin` starts it and returns a function that stops it. */
export function overConnections(
  begin: (connections: Connections, target: Target) => () => void | Promise<void>,
): Attack['start'] {
  return (target) => {
    const connections = new Connections(target)
    const end = begin(connections, target)
    return {
      async stop() {
        await end()
        return connections.stop()
      },
    }
  }
}
