import { connect, type Socket } from 'node:net'
import { AnswerHeads } from './answers.ts'
import type { Attack, Report, Target } from './attack.ts'

/** When a connection is reset by the attacker; a number is milliseconds after the bytes were sent. */
export type Reset = 'when connected' | 'when answered' | number

interface Options {
  /** Whether what comes back is taken in; true unless it is told. */
  reads?: boolean
  reset?: Reset
  /** Connects from here rather than from the next of the target's addresses. */
  from?: string
}

/** An attacker stops opening connections while so many are open. */
const mostOpen = 3_000

/** The connections of one attack, and what came back over them. Errors are results here. */
export class Connections {
  readonly report: Report = {
    connections: 0,
    answers: {},
    cutOff: 0,
    waiting: 0,
    withoutRetryAfter: 0,
    facts: {},
  }
  readonly #target: Target
  readonly #open = new Map<Socket, { answered: boolean }>()
  #stopped = false

  constructor(target: Target) {
    this.#target = target
  }

  /** Opens a connection and sends bytes; undefined when too many are open already. */
  open(bytes: string | Buffer, options: Options = {}): Socket | undefined {
    if (this.#stopped || this.#open.size >= mostOpen) return undefined
    const { host, port, addresses } = this.#target
    const localAddress = options.from ?? addresses[this.report.connections % addresses.length]
    this.report.connections++
    // A connection that the site ends stays as it is: whoever leaves it open is no guest.
    const socket = connect({ host, port, localAddress, allowHalfOpen: true, noDelay: true })
    const state = { answered: false }
    this.#open.set(socket, state)
    const heads = new AnswerHeads()
    const { reset, reads = true } = options
    socket.on('connect', () => {
      if (reset === 'when connected') return socket.resetAndDestroy()
      if (bytes.length > 0) socket.write(bytes)
      if (typeof reset === 'number') setTimeout(() => socket.resetAndDestroy(), reset)
    })
    if (reads) {
      socket.on('data', (piece) => {
        for (const { status, headers } of heads.read(piece)) this.#count(status, headers)
        state.answered = true
        if (reset === 'when answered') socket.resetAndDestroy()
      })
    }
    // What came is told by `close`.
    socket.on('error', () => {})
    socket.on('close', () => {
      if (!this.#open.delete(socket) || this.#stopped) return
      if (!state.answered && reset === undefined) this.report.cutOff++
    })
    return socket
  }

  /** Sends one request on a connection of its own and leaves when the site has ended it. */
  ask(bytes: string | Buffer, from?: string): void {
    const socket = this.open(bytes, from === undefined ? {} : { from })
    socket?.on('end', () => socket.end())
  }

  /** Leaves, and tells what came. */
  stop(): Report {
    this.#stopped = true
    for (const [socket, { answered }] of this.#open) {
      if (!answered) this.report.waiting++
      socket.destroy()
    }
    return this.report
  }

  #count(status: number, headers: string): void {
    const { answers } = this.report
    answers[status] = (answers[status] ?? 0) + 1
    if ((status === 429 || status === 503) && !/^retry-after:/im.test(headers)) {
      this.report.withoutRetryAfter++
    }
  }
}

/** An attack over raw connections; what `begin` returns ends what it has begun. */
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
