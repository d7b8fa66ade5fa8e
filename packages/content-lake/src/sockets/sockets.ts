import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Log } from 'halvi-kit/log'
import { Slots } from 'halvi-kit/slots'
import { type WebSocket, WebSocketServer } from 'ws'
import { asLakeError, httpError, type LakeError, RetryLaterError } from '../errors/errors.ts'
import { type Access, type AuthContext, type Needs, unauthorized } from '../http/access.ts'
import type { CorsPolicy } from '../http/cors.ts'
import type { Subscription } from '../http/event-stream.ts'
import { versionOf } from '../http/router.ts'
import { streamLimits } from '../limits/limits.ts'
import { type BrowserAddress, isSameOrigin } from '../login/origin.ts'
import { awaitAuthorization } from './authorization.ts'
import { POLICY_VIOLATION, serveEvents } from './event-socket.ts'
import type { Presence } from './presence.ts'

/** Large enough for a list's query in a stream's URL. */
const MAX_URL_BYTES = 256 * 1024
/** Maximum size of a presence message, which all other clients get. A person is in a few documents at a time. */
const MAX_PRESENCE_BYTES = 10_000
const BEAT_MS = 20_000
const LINGER_MS = 1000

/** Close code when the server shuts down. Clients may reconnect (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001
/**
 * Close code when the client is no longer authenticated. It corresponds to HTTP 401 and is in the range for
 * applications.
 */
const SIGNED_OUT = 4401

interface SocketOptions {
  /** Returns a dataset's presence, and the requirement for joining it. */
  presenceIn: (dataset: string) => { presence: Presence; needs?: Needs } | undefined
  access: Access
  address: BrowserAddress | undefined
  /** Origins of pages that may open sockets, besides this one. They may authenticate in the socket. */
  cors: CorsPolicy | undefined
  /** Throws a `LakeError` for a Host header that is not allowed. */
  checkHost: (request: IncomingMessage) => void
  networkOf: (request: IncomingMessage) => string
  /** Returns the asset origin for the client of a request. */
  assetOriginOf: (request: IncomingMessage) => string
  onRefused: (limit: string) => void
  subscriptions: () => readonly Subscription[]
  log: Log | undefined
}

interface Connection {
  authContext: AuthContext
  isAlive: boolean
}

/** Serves the lake's WebSockets: event streams (`/v…/events`) and presence (`/v…/socket/<dataset>`). */
export class Sockets {
  readonly #events = new WebSocketServer({ noServer: true, maxPayload: MAX_URL_BYTES })
  readonly #presence = new WebSocketServer({ noServer: true, maxPayload: MAX_PRESENCE_BYTES })
  readonly #open = new Map<WebSocket, Connection>()
  /** Sockets whose clients have not authenticated yet. */
  readonly #pending = new Set<WebSocket>()
  readonly #beat = setInterval(() => this.#check(), BEAT_MS).unref()
  readonly #slots = new Slots('sockets', streamLimits.sockets)
  readonly #streams = new Slots('socket-streams', streamLimits.inSockets)
  #closed = false

  constructor(private readonly options: SocketOptions) {}

  /**
   * Handles an upgrade request for the lake and returns true. Returns false for other requests.
   *
   * Responds with 401 to a client without token or session, unless it may authenticate in the socket. A browser sends
   * its cookie with requests from any site's page, so a browser's request must come from a page of this origin or of
   * an allowed one. Otherwise the response is 403.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const service = this.#service(request)
    if (!service) return false
    const { serve, isPresence } = service
    socket.on('error', () => socket.destroy())
    try {
      const authContext = this.#authenticate(request)
      const release = this.#slots.take(this.options.networkOf(request))
      socket.once('close', release)
      if (!authContext && !(isPresence && this.options.cors)) throw unauthorized()
      const server = isPresence ? this.#presence : this.#events
      server.handleUpgrade(request, socket, head, (opened) => {
        const start = (by: AuthContext) => {
          this.#track(opened, by)
          serve(opened, by)
        }
        if (authContext) start(authContext)
        else {
          this.#pending.add(opened)
          opened.once('close', () => this.#pending.delete(opened))
          awaitAuthorization(opened, this.options.access, start)
        }
      })
    } catch (error) {
      const known = this.#report(error, 'socket failed to open')
      const { statusCode: status } = known
      const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close']
      if (known instanceof RetryLaterError) head.push(`Retry-After: ${known.retryAfterSeconds}`)
      socket.end([...head, 'Content-Length: 0', '', ''].join('\r\n'))
    }
    return true
  }

  /** Logs an error of the lake itself, and counts a limit that was reached. Returns the error as clients get it. */
  #report(error: unknown, message: string): LakeError {
    const known = asLakeError(error)
    if (known.statusCode === 500) this.options.log?.error({ err: error }, message)
    if (known instanceof RetryLaterError) this.options.onRefused(known.limit ?? '')
    return known
  }

  endUnauthenticated(): void {
    for (const [socket, { authContext }] of this.#open) {
      if (!authContext.isCurrent()) socket.close(SIGNED_OUT, 'Signed out')
    }
  }

  closeAll(): void {
    this.#closed = true
    clearInterval(this.#beat)
    for (const socket of this.#pending) socket.terminate()
    for (const socket of this.#open.keys()) {
      socket.close(GOING_AWAY)
      // Terminate sockets that do not complete the close handshake, so that the server can shut down.
      setTimeout(() => socket.terminate(), LINGER_MS).unref()
    }
  }

  #service(request: IncomingMessage) {
    const { presenceIn, assetOriginOf, networkOf, subscriptions } = this.options
    const path = request.url?.split('?', 1)[0] ?? ''
    const version = versionOf(path)
    const rest = version === undefined ? undefined : path.slice(version.length + 3)
    if (rest === 'events') {
      const takeSlot = () => this.#streams.take(networkOf(request))
      const onError = (error: unknown) => this.#report(error, 'event stream failed to open')
      const serve = (socket: WebSocket, authContext: AuthContext) =>
        serveEvents(socket, authContext, assetOriginOf(request), subscriptions, takeSlot, onError)
      return { serve, isPresence: false }
    }
    const [kind, dataset = '', ...more] = rest?.split('/') ?? []
    const found = kind === 'socket' && more.length === 0 ? presenceIn(dataset) : undefined
    if (!found) return undefined
    // A Studio announces the same session to the dataset with comments, too.
    const { presence, needs } = found
    const serve = (socket: WebSocket, { user, may }: AuthContext) => {
      if (needs === 'content' && !may.writesContent) socket.close(POLICY_VIOLATION, 'Not permitted')
      else presence.join(socket, user)
    }
    return { serve, isPresence: true }
  }

  #authenticate(request: IncomingMessage): AuthContext | undefined {
    if (this.#closed) throw httpError(503, 'The server is shutting down')
    const { access, address, cors, checkHost } = this.options
    checkHost(request)
    const authContext = access(request)
    if (authContext === 'reader' || (!authContext && !cors)) throw unauthorized()
    const { origin } = request.headers
    const isAllowed = origin !== undefined && cors?.(origin) !== undefined
    const fromBrowser = authContext?.session !== undefined || origin !== undefined
    if (fromBrowser && !isAllowed && !isSameOrigin(request, address)) {
      throw httpError(403, 'A socket must be opened from a page of an allowed origin')
    }
    return authContext
  }

  #track(socket: WebSocket, authContext: AuthContext): void {
    const connection = { authContext, isAlive: true }
    this.#open.set(socket, connection)
    socket.on('pong', () => {
      connection.isAlive = true
    })
    socket.on('close', () => this.#open.delete(socket))
    // For example, the client sent a message that is too large. ws has closed the socket by then.
    socket.on('error', (error) => {
      this.options.log?.warn({ err: error }, 'socket failed')
    })
  }

  #check(): void {
    this.endUnauthenticated()
    for (const [socket, connection] of this.#open) {
      if (!connection.isAlive) socket.terminate()
      connection.isAlive = false
      socket.ping()
    }
  }
}
