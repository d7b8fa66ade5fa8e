import OriginalEventSource from '@sanity/eventsource/browser'
import {
  concatWith,
  defer,
  distinctUntilChanged,
  filter,
  map,
  race,
  retry,
  skip,
  tap,
  throwError,
  timer,
} from 'rxjs'
import { webSocket } from 'rxjs/webSocket'
import { checkSession, isActive, session } from './session.ts'

/** An event from the server. Messages to the server have the number of the stream in `open` or `close`. */
type Message = { id: number; type: string; data: string; eventId?: string }

const lakeStreams = /^\/v[^/]+\/data\/(listen|live)\//
const maxRetryDelayMs = 10_000
let lastId = 0

/** The tab's socket. The browser does not report why it was closed: the session may have expired. */
const socket = webSocket<Message>({
  url: `${location.origin.replace(/^http/, 'ws')}/v1/events`,
  closeObserver: { next: checkSession },
})
const signedInAgain = session.pipe(map(isActive), distinctUntilChanged(), skip(1), filter(Boolean))
const untilRetry = (_: unknown, count: number) =>
  race(timer(Math.min(125 * 2 ** count, maxRetryDelayMs)), signedInAgain)

/**
 * Implements the part of EventSource that Sanity's client uses, over the tab's WebSocket. After a lost connection, it
 * behaves like the standard: it dispatches an `error` event with `readyState` CONNECTING, and then reconnects.
 */
class SocketEventSource extends EventTarget {
  readonly CLOSED = 2
  readyState = 0
  #lastEventId = ''
  readonly #subscription

  constructor(readonly url: string) {
    super()
    const id = ++lastId
    const { pathname, search } = new URL(url)
    const open = () => ({ open: id, url: pathname + search, lastEventId: this.#lastEventId })
    const close = () => ({ close: id })
    this.#subscription = defer(() => socket.multiplex(open, close, (message) => message.id === id))
      .pipe(
        concatWith(throwError(() => new Error('The server closed the socket'))),
        tap({ error: () => this.#lose() }),
        retry({ delay: untilRetry, resetOnSuccess: true }),
      )
      .subscribe((message) => this.#receive(message))
  }

  #receive({ type, data, eventId = this.#lastEventId }: Message): void {
    this.#lastEventId = eventId
    this.readyState = 1
    this.dispatchEvent(new MessageEvent(type, { data, lastEventId: eventId }))
  }

  #lose(): void {
    this.readyState = 0
    this.dispatchEvent(new Event('error'))
  }

  close(): void {
    this.readyState = this.CLOSED
    this.#subscription.unsubscribe()
  }
}

/**
 * Replaces `@sanity/eventsource`, from which Sanity's client takes the streams of clients with headers. It sends all
 * streams of the lake over one WebSocket: a Studio opens six or seven, but browsers allow only six HTTP/1.1 connections
 * per host. Other streams, such as those of a project at Sanity, use the original.
 */
export default new Proxy(OriginalEventSource, {
  construct(Original, [address, init]) {
    const { origin, pathname, href } = new URL(address, location.href)
    const isOfLake = origin === location.origin && lakeStreams.test(pathname)
    return isOfLake ? new SocketEventSource(href) : new Original(address, init)
  },
})
