import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { networkOf } from 'halvi-runtime/network'
import { connectionLimits } from '../limits.ts'
import { AcceptQueue, RecentDemand } from './accept-queue.ts'
import { clientAddress } from './client-address.ts'
import { Connection, rejectSocket } from './connection.ts'
import { type SlotHolder, Slots } from './slots.ts'
import { slowReaders } from './slow-readers.ts'

interface Options {
  /** Maximum number of connections. */
  maxConnections: number
  /** Number of proxies in front of the site. With any, all connections belong to proxies. */
  proxies: number
  /** Counts a rejected or closed connection by the name of its limit. */
  countRejection(limit: string): void
  /** Replaces limits of limits.ts. */
  limits?: { [Name in keyof typeof connectionLimits]?: number }
}

/** Connections, streams, requests, and unsent bytes of all clients at this time. */
export interface ConnectionMetrics {
  connections: number
  streams: number
  requests: number
  unsentBytes: number
}

/** Manages every socket of the public server: its errors, its network, its slot, and its end. */
export class Connections {
  readonly #options: Options
  readonly #limits: { [Name in keyof typeof connectionLimits]: number }
  readonly #bySocket = new Map<Duplex, Connection>()
  readonly #connections: Slots<Connection>
  readonly #streams: Slots<SlotHolder>
  readonly #requests: Slots<SlotHolder>
  readonly #demand = new RecentDemand()
  readonly #acceptQueue = new AcceptQueue(this.#demand)
  readonly #sweepTimer: NodeJS.Timeout

  constructor(server: Server, options: Options) {
    this.#options = options
    const { maxConnections, proxies, countRejection } = options
    const limits = { ...connectionLimits, ...options.limits }
    this.#limits = limits
    const unlimited = Number.POSITIVE_INFINITY
    const perNetwork =
      proxies > 0
        ? unlimited
        : Math.min(limits.connectionsPerNetwork, Math.ceil(maxConnections / 2))
    this.#connections = new Slots({ total: maxConnections, perNetwork }, () =>
      countRejection('connections'),
    )
    const streams = Math.floor(maxConnections * limits.maxStreamShare)
    this.#streams = new Slots(
      { total: streams, perNetwork: Math.min(limits.streamsPerNetwork, Math.ceil(streams / 2)) },
      () => countRejection('streams'),
    )
    this.#requests = new Slots({ total: unlimited, perNetwork: limits.requestsPerNetwork })
    // Slightly higher than the maximum, because Node still counts sockets that were just rejected.
    server.maxConnections = maxConnections + Math.floor(limits.reservedDescriptors / 2)
    server.on('drop', () => countRejection('connections'))
    server.on('connection', (socket) => this.#accept(socket))
    server.on('request', (request, response) => {
      this.#bySocket.get(request.socket)?.setResponse(response)
    })
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      // After the end of the response to a malformed request, all further errors are ignored.
      if (socket.writableEnded) return
      if (error.code !== 'ECONNRESET') countRejection('malformed-requests')
      this.#rejectMalformed(error.code ?? '', socket)
    })
    this.#sweepTimer = setInterval(() => this.#closeSlowReaders(), limits.sweepMs).unref()
  }

  get metrics(): ConnectionMetrics {
    let unsentBytes = 0
    for (const connection of this.#connections) unsentBytes += connection.unsentBytes
    const { size: connections } = this.#connections
    return { connections, streams: this.#streams.size, requests: this.#requests.size, unsentBytes }
  }

  /** Takes a request slot. Returns a function that releases it, or undefined if the network has too many requests. */
  request(request: IncomingMessage): (() => void) | undefined {
    this.#demand.count(this.#networkOf(request))
    return this.#hold(this.#requests, request, 'requests-of-a-network')
  }

  /** Returns how many connections and uncached requests a network has made in the last one to two seconds. */
  demandOf(network: string): number {
    return this.#demand.of(network)
  }

  /** Takes a stream slot. Returns a function that releases it, or undefined if there are too many streams. */
  stream(request: IncomingMessage): (() => void) | undefined {
    return this.#hold(this.#streams, request, 'streams')
  }

  /** Marks a socket as upgraded. From then on, the socket is closed as soon as either side ends it. */
  upgraded(socket: Duplex): void {
    const connection = this.#bySocket.get(socket)
    if (connection) connection.isUpgraded = true
    socket.once('end', () => socket.end())
    socket.once('finish', () => {
      setTimeout(() => socket.destroy(), this.#limits.rejectionMs).unref()
    })
  }

  /** Closes all connections without a request in progress. */
  endIdle(): void {
    for (const connection of this.#bySocket.values()) if (connection.isIdle()) connection.end()
  }

  /** Closes all connections. */
  endAll(): void {
    clearInterval(this.#sweepTimer)
    this.#acceptQueue.close()
    for (const connection of this.#bySocket.values()) connection.end()
  }

  #accept(socket: Socket): void {
    const hasProxies = this.#options.proxies > 0
    const network = hasProxies ? 'proxies' : networkOf(socket.remoteAddress ?? '')
    const connection = new Connection(socket, network)
    const exceeded = this.#connections.take(connection)
    if (exceeded) {
      this.#options.countRejection(
        exceeded === 'total' ? 'connections' : 'connections-of-a-network',
      )
      socket.destroy()
      return
    }
    this.#bySocket.set(socket, connection)
    connection.releases.add(() => {
      this.#bySocket.delete(socket)
      this.#connections.release(connection)
      this.#acceptQueue.remove(socket, network)
    })
    if (!hasProxies) this.#acceptQueue.accept(socket, network)
  }

  #networkOf(request: IncomingMessage): string {
    return networkOf(clientAddress(request, this.#options.proxies))
  }

  #hold(slots: Slots<SlotHolder>, request: IncomingMessage, limit: string) {
    const connection = this.#bySocket.get(request.socket)
    const holder = {
      network: this.#networkOf(request),
      isIdle: () => false,
      end: () => request.socket.destroy(),
    }
    if (slots.take(holder)) {
      this.#options.countRejection(limit)
      return undefined
    }
    const release = () => {
      slots.release(holder)
      connection?.releases.delete(release)
    }
    // A response that waits behind another one on the same connection emits no 'close' event.
    connection?.releases.add(release)
    return release
  }

  #closeSlowReaders(): void {
    const { proxies, countRejection: refused } = this.#options
    const { unsentBytes, unsentBytesPerNetwork } = this.#limits
    const limits = {
      ...this.#limits,
      unsentBytesPerNetwork: proxies > 0 ? unsentBytes : unsentBytesPerNetwork,
    }
    for (const [connection, limit] of slowReaders(this.#connections, limits, performance.now())) {
      refused(limit)
      connection.end()
    }
  }

  /** Responds to malformed HTTP with a status, or just closes the socket if a response is partially sent. */
  #rejectMalformed(code: string, socket: Duplex): void {
    if (code === 'ECONNRESET' || this.#bySocket.get(socket)?.isPartiallySent) socket.destroy()
    else rejectSocket(socket, statusOfError[code] ?? 400, '', this.#limits.rejectionMs)
  }
}

const statusOfError: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
