import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { networkOf } from 'halvi-runtime/network'
import { connectionLimits } from '../limits.ts'
import { AcceptQueue } from './accept-queue.ts'
import { clientAddress } from './client-address.ts'
import { Connection } from './connection.ts'
import { type Holder, Places } from './places.ts'
import { RecentDemand } from './recent-demand.ts'
import { rejectSocket } from './reject-socket.ts'
import { slowReaders } from './slow-readers.ts'

/** The limits of limits.ts, or others; for tests. */
export type ConnectionLimits = { [Name in keyof typeof connectionLimits]: number }

interface Options {
  /** Connections in all. */
  most: number
  /** How many proxies stand in front: then every connection is theirs. */
  proxies: number
  /** Counts what was refused or cut off, by the limit's name. */
  refused(limit: string): void
  limits?: Partial<ConnectionLimits>
}

/** What the server's clients hold at the moment. */
export interface ConnectionMetrics {
  connections: number
  streams: number
  requests: number
  unsentBytes: number
}

/**
 * Owns every socket of a public server: each has an owner for its errors, a network, a place among
 * limited ones, and an end. It works at the level of connections; a request costs nothing here.
 */
export class Connections {
  readonly #options: Options
  readonly #limits: ConnectionLimits
  readonly #bySocket = new Map<Duplex, Connection>()
  readonly #connections: Places<Connection>
  readonly #streams: Places<Holder>
  readonly #requests: Places<Holder>
  readonly #demand = new RecentDemand()
  readonly #acceptQueue = new AcceptQueue(this.#demand)
  readonly #sweeping: NodeJS.Timeout

  constructor(server: Server, options: Options) {
    this.#options = options
    const { most, proxies, refused } = options
    const limits = { ...connectionLimits, ...options.limits }
    this.#limits = limits
    const ofANetwork = Math.min(limits.ofANetwork, Math.ceil(most / 2))
    this.#connections = new Places(
      { all: most, ofANetwork: proxies > 0 ? Number.POSITIVE_INFINITY : ofANetwork },
      () => refused('connections'),
    )
    const streams = Math.floor(most * limits.shareOfStreams)
    const streamsOfANetwork = Math.min(limits.streamsOfANetwork, Math.ceil(streams / 2))
    this.#streams = new Places({ all: streams, ofANetwork: streamsOfANetwork }, () =>
      refused('streams'),
    )
    this.#requests = new Places({
      all: Number.POSITIVE_INFINITY,
      ofANetwork: limits.requestsOfANetwork,
    })
    // Sockets that have just been refused are still counted by Node.
    server.maxConnections = most + Math.floor(limits.reservedDescriptors / 2)
    server.on('drop', () => refused('connections'))
    // In place of Node's own listener, which is for the connections that are taken.
    const listeners = server.listeners('connection')
    server.removeAllListeners('connection')
    server.on('connection', (socket: Socket) => {
      const connection = this.#accept(socket)
      if (!connection) return
      const read = () => {
        for (const listener of listeners) listener.call(server, socket)
      }
      if (proxies > 0) read()
      else this.#acceptQueue.take(socket, connection.network, read)
    })
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      // Whatever comes after what made no sense makes none either.
      if (socket.writableEnded) return
      if (error.code !== 'ECONNRESET') refused('malformed-requests')
      rejectMalformed(error, socket, limits.refusalMs)
    })
    this.#sweeping = setInterval(() => this.#cutOff(), limits.sweepMs).unref()
  }

  get metrics(): ConnectionMetrics {
    let unsentBytes = 0
    for (const connection of this.#connections) unsentBytes += connection.unsentBytes
    const { size: connections } = this.#connections
    return { connections, streams: this.#streams.size, requests: this.#requests.size, unsentBytes }
  }

  /** Counts a request as under way. Returns what ends that; undefined when its network has too many. */
  request(request: IncomingMessage): (() => void) | undefined {
    const network = this.#networkOf(request)
    this.#demand.note(network)
    return this.#hold(this.#requests, request, network, 'requests-of-a-network')
  }

  /** How many connections, and requests that no kept page answered, a network has brought lately. */
  demandOf(network: string): number {
    return this.#demand.of(network)
  }

  /** Counts a request as a stream. Returns what ends that; undefined when there are too many. */
  stream(request: IncomingMessage): (() => void) | undefined {
    return this.#hold(this.#streams, request, this.#networkOf(request), 'streams')
  }

  /** Takes note that a socket was handed over: it ends when either half of it does. */
  upgraded(socket: Duplex): void {
    const connection = this.#bySocket.get(socket)
    if (connection) connection.isUpgraded = true
    socket.once('end', () => socket.end())
    socket.once('finish', () => {
      setTimeout(() => socket.destroy(), this.#limits.refusalMs).unref()
    })
  }

  /** Ends the connections on which nothing is under way. */
  endIdle(): void {
    for (const connection of this.#bySocket.values()) if (connection.isIdle()) connection.end()
  }

  /** Ends all connections, whatever they are. */
  endAll(): void {
    clearInterval(this.#sweeping)
    this.#acceptQueue.close()
    for (const connection of this.#bySocket.values()) connection.end()
  }

  #accept(socket: Socket): Connection | undefined {
    const connection = new Connection(socket, this.#options.proxies > 0 ? 'proxies' : undefined)
    const broken = this.#connections.take(connection)
    if (broken) {
      this.#options.refused(broken === 'all' ? 'connections' : 'connections-of-a-network')
      socket.destroy()
      return undefined
    }
    this.#bySocket.set(socket, connection)
    connection.releases.add(() => {
      this.#bySocket.delete(socket)
      this.#connections.leave(connection)
      this.#acceptQueue.leave(socket, connection.network)
    })
    return connection
  }

  #networkOf(request: IncomingMessage): string {
    return networkOf(clientAddress(request, this.#options.proxies))
  }

  #hold(places: Places<Holder>, request: IncomingMessage, network: string, limit: string) {
    const connection = this.#bySocket.get(request.socket)
    const holder: Holder = {
      network,
      isIdle: () => false,
      end: () => request.socket.destroy(),
    }
    if (places.take(holder)) {
      this.#options.refused(limit)
      return undefined
    }
    const release = () => {
      places.leave(holder)
      connection?.releases.delete(release)
    }
    // An answer that waits behind another one on the same connection does not hear of its end.
    connection?.releases.add(release)
    return release
  }

  #cutOff(): void {
    const { proxies, refused } = this.#options
    const ofNetwork = proxies > 0 ? this.#limits.unsentBytes : this.#limits.unsentBytesOfANetwork
    const bounds = { ...this.#limits, unsentBytesOfANetwork: ofNetwork }
    for (const [connection, limit] of slowReaders(this.#connections, bounds, performance.now())) {
      refused(limit)
      connection.end()
    }
  }
}

const statusOfError: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** What is no HTTP gets a short answer, unless one is half sent already. */
function rejectMalformed(error: NodeJS.ErrnoException, socket: Duplex, waitMs: number): void {
  const answer = (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage
  if (error.code === 'ECONNRESET' || answer?.headersSent) socket.destroy()
  else rejectSocket(socket, statusOfError[error.code ?? ''] ?? 400, '', waitMs)
}
