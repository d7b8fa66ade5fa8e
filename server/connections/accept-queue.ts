import type { Socket } from 'node:net'
import { demandOfAVisitor } from '../limits.ts'

/** The shortest time for which demand counts, in milliseconds; the longest is twice that. */
const windowMs = 1_000
/** Rounds of the event loop after which one is read anyway: a flood must not keep an office out. */
const maxRounds = 16

/** How many connections, and requests that no kept page answers, each network has made lately. */
export class RecentDemand {
  #current = new Map<string, number>()
  #former = new Map<string, number>()
  #ends = 0

  note(network: string, now = performance.now()): void {
    this.#turn(now)
    this.#current.set(network, (this.#current.get(network) ?? 0) + 1)
  }

  of(network: string, now = performance.now()): number {
    this.#turn(now)
    return (this.#current.get(network) ?? 0) + (this.#former.get(network) ?? 0)
  }

  #turn(now: number): void {
    if (now < this.#ends) return
    this.#former = now < this.#ends + windowMs ? this.#current : new Map()
    this.#current = new Map()
    this.#ends = now + windowMs
  }
}

/**
 * Delays reading the connections of busy networks. Node accepts one in each round of the event loop and
 * reads it at once, so a crowd's requests would keep all others waiting in the kernel. Theirs are paused,
 * and read after a round that has accepted nobody.
 */
export class AcceptQueue {
  readonly #demand: RecentDemand
  /** Paused connections by network, in the order in which the networks are read. */
  readonly #waiting = new Map<string, Set<Socket>>()
  #hasAccepted = false
  #roundsSinceRead = 0
  #next: NodeJS.Immediate | undefined

  constructor(demand: RecentDemand) {
    this.#demand = demand
  }

  /** Pauses a new connection until its turn, unless it is a visitor's. */
  take(socket: Socket, network: string): void {
    this.#hasAccepted = true
    this.#demand.note(network)
    if (this.#demand.of(network) <= demandOfAVisitor) return
    socket.pause()
    const waiting = this.#waiting.get(network) ?? new Set()
    this.#waiting.set(network, waiting.add(socket))
    this.#next ??= setImmediate(() => this.#round())
  }

  /** Forgets a connection that has closed. */
  leave(socket: Socket, network: string): void {
    const waiting = this.#waiting.get(network)
    if (waiting?.delete(socket) && waiting.size === 0) this.#waiting.delete(network)
  }

  /** Reads no more of those that wait. */
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
      // The others of this network wait until all other networks have had a turn.
      this.#waiting.delete(network)
      if (socket && waiting.delete(socket) && waiting.size > 0) this.#waiting.set(network, waiting)
      socket?.resume()
      return
    }
  }
}
