import OriginalEventSource from '@sanity/eventsource/browser'
import { checkSession, whenSignedIn } from './session.ts'

const lakeStreams = /^\/v[^/]+\/data\/(listen|live)\//

/** The first and the maximum delay before reconnecting, in milliseconds. */
const retryDelayMs = { first: 250, max: 10_000 }

const streams = new Map<number, SocketEventSource>()
let socket: WebSocket | undefined
let delay = retryDelayMs.first
let retry: ReturnType<typeof setTimeout> | undefined
let lastId = 0

/**
 * Implements the part of EventSource that Sanity's client uses, over the tab's WebSocket. After a lost connection, it
 * behaves like the standard: it dispatches an `error` event with `readyState` CONNECTING, and then reconnects.
 */
class SocketEventSource extends EventTarget {
  readonly CONNECTING = 0
  readonly OPEN = 1
  readonly CLOSED = 2
  readyState = 0
  readonly url: string
  readonly #path: string
  readonly #id = ++lastId
  #lastEventId = ''

  constructor({ href, pathname, search }: URL) {
    super()
    this.url = href
    this.#path = pathname + search
    streams.set(this.#id, this)
    if (socket?.readyState === WebSocket.OPEN) this.request()
    else if (!retry) connect()
  }

  request(): void {
    const lastEventId = this.#lastEventId && { lastEventId: this.#lastEventId }
    send({ open: this.#id, url: this.#path, ...lastEventId })
  }

  receive(type: string, data: string, eventId: string | undefined): void {
    this.#lastEventId = eventId ?? this.#lastEventId
    this.readyState = this.OPEN
    this.dispatchEvent(new MessageEvent(type, { data, lastEventId: this.#lastEventId }))
  }

  /** Reports a lost connection. The socket reconnects automatically. */
  lose(): void {
    this.readyState = this.CONNECTING
    this.dispatchEvent(new Event('error'))
  }

  close(): void {
    this.readyState = this.CLOSED
    if (streams.delete(this.#id)) send({ close: this.#id })
  }
}

// After a sign-in, reconnects immediately instead of waiting for the next retry.
whenSignedIn(() => {
  if (retry) connect()
})

function send(message: object): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
}

function connect(): void {
  clearTimeout(retry)
  retry = undefined
  if (socket && socket.readyState <= WebSocket.OPEN) return
  socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/v1/events`)
  socket.onopen = () => {
    delay = retryDelayMs.first
    for (const stream of streams.values()) stream.request()
  }
  socket.onmessage = (message) => {
    const { id, type, data, eventId } = JSON.parse(message.data)
    streams.get(id)?.receive(type, data, eventId)
  }
  socket.onclose = () => {
    for (const stream of [...streams.values()]) stream.lose()
    if (streams.size === 0) return
    // The browser does not report why a socket was closed. The session may have expired.
    checkSession()
    retry = setTimeout(connect, delay)
    delay = Math.min(delay * 2, retryDelayMs.max)
  }
}

/**
 * Replaces `@sanity/eventsource`, from which Sanity takes the streams of clients with headers. It sends all streams of
 * the content lake over one WebSocket: the Studio opens six or seven, but browsers allow only six HTTP/1.1 connections
 * per host. Other streams, such as those of a hosted project, use the original.
 */
export default new Proxy(OriginalEventSource, {
  construct(Original, [address, init]) {
    const url = new URL(address, location.href)
    const isOfLake = url.origin === location.origin && lakeStreams.test(url.pathname)
    return isOfLake ? new SocketEventSource(url) : new Original(address, init)
  },
})
