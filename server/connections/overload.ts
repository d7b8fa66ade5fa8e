import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { overloadLimits } from '../limits.ts'

/** The limits of limits.ts, or others; for tests. */
type Limits = { [Name in keyof typeof overloadLimits]: number }

/**
 * Decides which connections are taken while others wait for too long. Node takes one connection each
 * time round its event loop: where each brings a request that takes a millisecond, those of a crowd
 * keep everybody else's waiting for seconds. The networks that open the most lose theirs, the more of
 * them the longer it lasts.
 */
export class Overload {
  readonly #limits: Limits
  readonly #looking: NodeJS.Timeout
  readonly #server: Server
  #before = performance.eventLoopUtilization()
  /** Since when a connection waits that was opened to see for how long. */
  #tryingSince: number | undefined
  #mostPerSecond = Number.POSITIVE_INFINITY
  /** Connections of the second that has begun, by network. */
  #opened = new Map<string, number>()
  #secondEnds = 0
  /** Where the connections come from that are opened to see how long that takes. */
  #ownPort: number | undefined

  constructor(server: Server, limits: Limits = overloadLimits) {
    this.#server = server
    this.#limits = limits
    this.#looking = setInterval(() => void this.#look(), limits.lookMs).unref()
  }

  /** Takes note of how long a connection has waited to be taken, in milliseconds. */
  waited(milliseconds: number): void {
    const { waitMs, perSecond, fewestPerSecond } = this.#limits
    if (milliseconds >= waitMs) {
      const fewer = Math.min(perSecond, (this.#mostPerSecond * 2) / 3)
      this.#mostPerSecond = Math.max(fewestPerSecond, fewer)
    } else if (this.#mostPerSecond < perSecond) this.#mostPerSecond *= 1.5
    else this.#mostPerSecond = Number.POSITIVE_INFINITY
  }

  /** Whether one more connection of a network is taken; counts it. */
  takes(network: string, port?: number, now = performance.now()): boolean {
    if (port !== undefined && port === this.#ownPort) return true
    if (now >= this.#secondEnds) {
      this.#opened.clear()
      this.#secondEnds = now + 1_000
    }
    const opened = (this.#opened.get(network) ?? 0) + 1
    this.#opened.set(network, opened)
    return opened <= this.#mostPerSecond
  }

  close(): void {
    clearInterval(this.#looking)
  }

  /** A process with time to spare keeps nobody waiting: only a busy one is tried. */
  async #look(): Promise<void> {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, this.#before)
    this.#before = now
    if (this.#tryingSince !== undefined) {
      const soFar = performance.now() - this.#tryingSince
      if (soFar >= this.#limits.waitMs) this.waited(soFar)
      return
    }
    const isLimited = this.#mostPerSecond < Number.POSITIVE_INFINITY
    if (utilization < this.#limits.busyFrom) {
      if (isLimited) this.waited(0)
      return
    }
    this.#tryingSince = performance.now()
    this.waited(await this.#try().catch(() => 0))
    this.#tryingSince = undefined
  }

  /** Opens a connection to the server, and resolves to how long it waited until it was taken. */
  async #try(): Promise<number> {
    const { address, port } = this.#server.address() as AddressInfo
    const host = address === '::' || address === '0.0.0.0' ? 'localhost' : address
    const started = performance.now()
    const socket = connect({ host, port })
    socket.on('error', () => {})
    try {
      await once(socket, 'connect')
      this.#ownPort = socket.localPort
      const longest = AbortSignal.timeout(this.#limits.longestTryMs)
      await new Promise<void>((resolve) => {
        const taken = (one: { remotePort?: number }) => {
          if (one.remotePort === socket.localPort) done()
        }
        const done = () => {
          this.#server.off('connection', taken)
          resolve()
        }
        this.#server.on('connection', taken)
        longest.addEventListener('abort', done)
      })
      return performance.now() - started
    } finally {
      socket.destroy()
    }
  }
}
