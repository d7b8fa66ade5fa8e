import OriginalEventSource from '@sanity/eventsource/browser'
import { closeStream, openStream } from './event-socket.ts'

const lakeStreams = /^\/v[^/]+\/data\/(listen|live)\//

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
  readonly #id: number

  constructor({ href, pathname, search }: URL) {
    super()
    this.url = href
    this.#id = openStream(pathname + search, {
      event: (type, data, lastEventId) => {
        this.readyState = this.OPEN
        this.dispatchEvent(new MessageEvent(type, { data, lastEventId }))
      },
      lost: () => {
        this.readyState = this.CONNECTING
        this.dispatchEvent(new Event('error'))
      },
    })
  }

  close(): void {
    this.readyState = this.CLOSED
    closeStream(this.#id)
  }
}

/**
 * An EventSource whose streams of the content lake travel over one WebSocket: a Studio holds six or
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
