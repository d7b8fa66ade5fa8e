import type { Socket } from 'node:net'
import { normalDemand } from '../limits.ts'

/** Demand is counted for at least this time, in milliseconds, and at most twice as long. */
const windowMs = 1_000
/**
 * After this many turns of the event loop, one queued connection is read even if new ones keep arriving. Otherwise a
 * flood could block an office network.
 */
const maxRounds = 16

/** Counts the recent connections and uncached requests of each network. */
export class RecentDemand {
  #current = new Map<string, number>()
  #previous = new Map<string, number>()
  #ends = 0

  /** Counts a connection or an uncached request of a network. */
  count(network: string, now = performance.now()): void {
    this.#rotate(now)
    this.#current.set(network, (this.#current.get(network) ?? 0) + 1)
  }

  /** Returns the recent demand of a network. */
  of(network: string, now = performance.now()): number {
    this.#rotate(now)
    return (this.#current.get(network) ?? 0) + (this.#previous.get(network) ?? 0)
  }

  #rotate(now: number): void {
    if (now < this.#ends) return
    this.#previous = now < this.#ends + windowMs ? this.#current : new Map()
    this.#current = new Map()
    this.#ends = now + windowMs
  }
}

/**
 * Delays reading the connections of busy networks. Node accepts one connection per turn of the event loop and reads
 * it immediately. Without the delay, the requests of a flood would keep all other connections waiting in the kernel.
 * Connections of busy networks are paused and read after a turn in which no connection was accepted.
 */
export class AcceptQueue {
  /** Paused connections by network, in the order in which the networks are read next. */
  readonly #waiting = new Map<string, Set<Socket>>()
  #hasAccepted = false
  #roundsSinceRead = 0
  #next: NodeJS.Immediate | undefined

  constructor(private readonly demand: RecentDemand) {}

  /** Pauses a new connection until its turn if its network is busy. */
  accept(socket: Socket, network: string): void {
    this.#hasAccepted = true
    this.demand.count(network)
    if (this.demand.of(network) <= normalDemand) return
    socket.pause()
    const waiting = this.#waiting.get(network) ?? new Set()
    this.#waiting.set(network, waiting.add(socket))
    this.#next ??= setImmediate(() => this.#round())
  }

  /** Removes a closed connection from the queue. */
  remove(socket: Socket, network: string): void {
    const waiting = this.#waiting.get(network)
    if (waiting?.delete(socket) && waiting.size === 0) this.#waiting.delete(network)
  }

  /** Stops reading queued connections. */
  close(): void {
    clearImmediate(this.#next)
    this.#waiting.clear()
  }

  #round(): void {
    if (!this.#hasAccepted || ++this.#roundsSinceRead >= maxRounds) this.#readOne()
    this.#hasAccepted = false
    this.#next = this.#waiting.size > 0 ? setImmediate(() => this.#round()) : undefined
  }

  #readOne(): void {
    this.#roundsSinceRead = 0
    for (const [network, waiting] of this.#waiting) {
      const [socket] = waiting
      // The network's other connections wait until all other networks have had a turn.
      this.#waiting.delete(network)
      if (socket && waiting.delete(socket) && waiting.size > 0) this.#waiting.set(network, waiting)
      socket?.resume()
      return
    }
  }
}
