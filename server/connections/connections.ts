import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { LimitReachedError } from 'halvi-kit/fair-queue'
import { networkOf } from 'halvi-kit/network'
import { Slots } from 'halvi-kit/slots'
import { connectionLimits } from '../limits.ts'
import { clientAddress } from './client.ts'
import { Connection, rejectSocket } from './connection.ts'

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

/** Connections and requests of all clients at this time. */
export interface ConnectionMetrics {
  connections: number
  requests: number
}

/** Manages every socket of the public server: its errors, its network, its limits, and its end. */
export class Connections {
  readonly #options: Options
  readonly #limits: { [Name in keyof typeof connectionLimits]: number }
  readonly #bySocket = new Map<Duplex, Connection>()
  readonly #connections: Slots
  readonly #requests: Slots

  constructor(server: Server, options: Options) {
    this.#options = options
    const { maxConnections, proxies, countRejection } = options
    const limits = { ...connectionLimits, ...options.limits }
    this.#limits = limits
    const total = Number.POSITIVE_INFINITY
    const half = Math.ceil(maxConnections / 2)
    const perClient = proxies > 0 ? total : Math.min(limits.connectionsPerNetwork, half)
    this.#connections = new Slots('connections-of-a-network', { total, perClient })
    const perNetwork = { total, perClient: limits.requestsPerNetwork }
    this.#requests = new Slots('requests-of-a-network', perNetwork)
    server.maxConnections = maxConnections
    server.timeout = limits.idleMs
    server.on('timeout', (socket) => {
      // A response may be late. What has been written must be read.
      if (this.#bySocket.get(socket)?.isIdle !== false || socket.writableLength > 0) {
        socket.destroy()
      }
    })
    server.on('drop', () => countRejection('connections'))
    server.on('connection', (socket) => this.#accept(socket))
    server.on('request', ({ socket }, response) => this.#bySocket.get(socket)?.add(response))
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      // After the end of the response to a malformed request, all further errors are ignored.
      if (socket.writableEnded) return
      if (error.code !== 'ECONNRESET') countRejection('malformed-requests')
      this.#rejectMalformed(error.code ?? '', socket)
    })
  }

  get metrics(): ConnectionMetrics {
    return { connections: this.#bySocket.size, requests: this.#requests.size }
  }

  /**
   * Takes a request slot, which is released when the socket closes. Returns a function that releases it earlier, or
   * undefined if the network has too many requests.
   */
  request(request: IncomingMessage): (() => void) | undefined {
    const network = networkOf(clientAddress(request, this.#options.proxies))
    const taken = this.#take(this.#requests, network)
    if (!taken) return undefined
    const releases = this.#bySocket.get(request.socket)?.releases
    const release = () => {
      taken()
      releases?.delete(release)
    }
    // A response that waits behind another one on the same connection emits no 'close' event.
    releases?.add(release)
    return release
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
    for (const { socket, isIdle } of this.#bySocket.values()) if (isIdle) socket.destroy()
  }

  /** Closes all connections. */
  endAll(): void {
    for (const { socket } of this.#bySocket.values()) socket.destroy()
  }

  #accept(socket: Socket): void {
    const release = this.#take(this.#connections, networkOf(socket.remoteAddress ?? ''))
    if (!release) {
      socket.destroy()
      return
    }
    const connection = new Connection(socket)
    this.#bySocket.set(socket, connection)
    connection.releases.add(release).add(() => this.#bySocket.delete(socket))
  }

  #take(slots: Slots, network: string): (() => void) | undefined {
    try {
      return slots.take(network)
    } catch (error) {
      this.#options.countRejection((error as LimitReachedError).limit)
      return undefined
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
