import OriginalEventSource from '@sanity/eventsource/browser'
import { checkSession, whenSignedIn } from './session.ts'

const lakeStreams = /^\/v[^/]+\/data\/(listen|live)\//

/** Milliseconds until a lost connection is made again: first, and at most. */
const retryDelayMs = { first: 250, max: 10_000 }

const streams = new Map<number, SocketEventSource>()
let socket: WebSocket | undefined
let delay = retryDelayMs.first
let retry: ReturnType<typeof setTimeout> | undefined
let lastId = 0

/**
 * The part of EventSource that Sanity's client uses, over the one WebSocket of this tab. After a
 * lost connection it does as the standard has it: an `error` event with `readyState` CONNECTING,
 * then the stream goes on by itself.
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

  /** The connection is gone; it is being made again. */
  lose(): void {
    this.readyState = this.CONNECTING
    this.dispatchEvent(new Event('error'))
  }

  close(): void {
    this.readyState = this.CLOSED
    if (streams.delete(this.#id)) send({ close: this.#id })
  }
}

// Signing in again need not wait for the next retry.
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
    // A browser does not say why a socket was refused: the session may be expired.
    checkSession()
    retry = setTimeout(connect, delay)
    delay = Math.min(delay * 2, retryDelayMs.max)
  }
}

/**
 * Returns an EventSource whose streams of the content lake travel over one WebSocket: a Studio holds six or
 * seven of them, and a browser opens no more than six HTTP/1.1 connections to a host. All other
 * streams are left to `Original`.
 */
export function overSocket<T extends new (...parameters: never[]) => object>(Original: T): T {
  return new Proxy(Original, {
    construct(target, [address, init]: [string | URL, EventSourceInit?]) {
      const url = new URL(address, location.href)
      if (url.origin === location.origin && lakeStreams.test(url.pathname)) {
        return new SocketEventSource(url)
      }
      return Reflect.construct(target, [address, init])
    },
  })
}

/** Takes the place of `@sanity/eventsource`, which clients with headers of their own use. */
export default overSocket(OriginalEventSource)
