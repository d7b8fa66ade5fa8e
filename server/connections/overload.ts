import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
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
  /** Looks since a connection waits that was opened to see for how long. A stall of the machine is one. */
  #looks: number | undefined
  #mostPerSecond = Number.POSITIVE_INFINITY
  /** Connections of the second that has begun, by network. */
  #opened = new Map<string, number>()
  #secondEnds = 0

  constructor(server: Server, limits: Limits = overloadLimits) {
    this.#server = server
    this.#limits = limits
    this.#looking = setInterval(() => void this.#look(), limits.lookMs).unref()
  }

  /** Takes note of whether a connection waits for too long to be taken. */
  note(isTooLong: boolean): void {
    const { perSecond, fewestPerSecond } = this.#limits
    if (isTooLong) {
      const fewer = Math.min(perSecond, (this.#mostPerSecond * 2) / 3)
      this.#mostPerSecond = Math.max(fewestPerSecond, fewer)
    } else if (this.#mostPerSecond < perSecond) this.#mostPerSecond *= 1.5
    else this.#mostPerSecond = Number.POSITIVE_INFINITY
  }

  /** Whether one more connection of a network is taken; counts it. */
  takes(network: string, now = performance.now()): boolean {
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
    const isLimited = this.#mostPerSecond < Number.POSITIVE_INFINITY
    if (this.#looks !== undefined) {
      this.#looks++
      const { looksToBegin, looksToGoOn } = this.#limits
      if (this.#looks >= (isLimited ? looksToGoOn : looksToBegin)) this.note(true)
      return
    }
    if (utilization < this.#limits.busyFrom) {
      if (isLimited) this.note(false)
      return
    }
    this.#looks = 0
    await this.#try().catch(() => {})
    if (this.#looks < this.#limits.looksToGoOn) this.note(false)
    this.#looks = undefined
  }

  /** Opens a connection to the server, and resolves when it was taken. */
  async #try(): Promise<void> {
    const { address, port } = this.#server.address() as AddressInfo
    const host = address === '::' || address === '0.0.0.0' ? 'localhost' : address
    // It may be taken before its own end hears of it.
    const taken = new Set<number | undefined>()
    const note = ({ remotePort }: Socket) => void taken.add(remotePort)
    this.#server.prependListener('connection', note)
    const socket = connect({ host, port })
    socket.on('error', () => {})
    try {
      await once(socket, 'connect')
      const signal = AbortSignal.timeout(this.#limits.longestTryMs)
      while (!taken.has(socket.localPort)) await once(this.#server, 'connection', { signal })
    } finally {
      this.#server.off('connection', note)
      socket.destroy()
    }
  }
}
