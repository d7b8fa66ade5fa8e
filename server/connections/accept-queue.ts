import type { Socket } from 'node:net'
import { demandOfAVisitor } from '../limits.ts'
import type { RecentDemand } from './recent-demand.ts'

/** Rounds of the event loop after which one is read though others came: a flood is not to keep an office out. */
const mostRounds = 16

/**
 * The order in which connections are read. Node takes one each time round its event loop, and reads it at once:
 * where each of a crowd's brings a request that takes a millisecond, all others' wait in the kernel for
 * seconds, where no order can be given. So those of networks that want much lately are taken and put
 * aside, and read after a round that has taken none: whoever comes is taken within a millisecond or two.
 */
export class AcceptQueue {
  readonly #demand: RecentDemand
  /** What begins to read those put aside, by network; the networks in the order in which they are read. */
  readonly #waiting = new Map<string, Map<Socket, () => void>>()
  /** Whether a connection was taken in this round. */
  #hasTaken = false
  /** Since one was read that had been put aside. */
  #rounds = 0
  #next: NodeJS.Immediate | undefined

  constructor(demand: RecentDemand) {
    this.#demand = demand
  }

  /** Calls `read` now or when it is the connection's turn, unless it leaves before. */
  take(socket: Socket, network: string, read: () => void): void {
    this.#hasTaken = true
    this.#demand.note(network)
    if (this.#demand.of(network) <= demandOfAVisitor) {
      read()
      return
    }
    socket.pause()
    const waiting = this.#waiting.get(network) ?? new Map()
    this.#waiting.set(network, waiting.set(socket, read))
    this.#next ??= setImmediate(() => this.#round())
  }

  /** Forgets a connection that has ended. */
  leave(socket: Socket, network: string): void {
    const waiting = this.#waiting.get(network)
    if (waiting?.delete(socket) && waiting.size === 0) this.#waiting.delete(network)
  }

  /** Nothing that waits is read any more. */
  close(): void {
    clearImmediate(this.#next)
    this.#waiting.clear()
  }

  #round(): void {
    if (!this.#hasTaken || ++this.#rounds >= mostRounds) this.#readOne()
    this.#hasTaken = false
    this.#next = this.#waiting.size > 0 ? setImmediate(() => this.#round()) : undefined
  }

  #readOne(): void {
    this.#rounds = 0
    const [first] = this.#waiting
    const [next] = first?.[1] ?? []
    if (!first || !next) return
    const [network, waiting] = first
    const [socket, read] = next
    waiting.delete(socket)
    // The others of its network after those of all other networks.
    this.#waiting.delete(network)
    if (waiting.size > 0) this.#waiting.set(network, waiting)
    read()
    socket.resume()
  }
}
