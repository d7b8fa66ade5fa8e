import type { IncomingMessage } from 'node:http'
import { encode, encodeComment } from 'eventsource-encoder'
import { Slots } from 'halvi-kit/slots'
import { asLakeError, httpError } from '../errors/errors.ts'
import { streamLimits } from '../limits/limits.ts'
import type { Anonymous, Needs } from './access.ts'
import { assetOriginOf, holdSlot, onceClosed, withOrigin } from './respond.ts'
import { type ApiExchange, get, type Route } from './router.ts'

export interface StreamEvent {
  type: string
  /** The event's data. */
  json: string
  /** The id that the client sends when it reconnects. */
  id?: string | undefined
}

export interface EventStream {
  send(event: StreamEvent): void
  /** Calls back once, when either side has ended it. */
  onClose(callback: () => void): void
  close(): void
}

/** Sends an error after which the client does not reconnect, and closes the stream. */
export function failStream(stream: EventStream, error: unknown): void {
  const known = asLakeError(error)
  const json = JSON.stringify({ message: known.message, ...known.body() })
  stream.send({ type: 'channelError', json })
  stream.close()
}

const encodings = new WeakMap<StreamEvent, Map<string, Buffer>>()

/** Returns an event's bytes in a format. All streams of the same asset origin share them. */
export function encodeOnce(
  event: StreamEvent,
  format: 'SSE' | 'socket',
  assetOrigin: string,
  encodeData: (data: string) => string,
): Buffer {
  const encoded = encodings.get(event) ?? new Map<string, Buffer>()
  encodings.set(event, encoded)
  const key = `${format} ${assetOrigin}`
  const bytes = encoded.get(key) ?? Buffer.from(encodeData(withOrigin(event.json, assetOrigin)))
  encoded.set(key, bytes)
  return bytes
}

/** A client with more unread bytes is disconnected. It can reconnect and start again. */
export const MAX_BUFFERED_BYTES = 8 * 1024 * 1024

const KEEP_ALIVE_MS = 15_000
const RETRY_MS = 1000

/** A client's request for events, independent of the transport. */
export interface SubscriptionRequest extends Pick<ApiExchange, 'url' | 'version' | 'authContext'> {
  lastEventId: string
}

/** An endpoint that responds with a stream of events. */
export interface Subscription extends Pick<Route, 'path'> {
  anonymous?: Exclude<Anonymous, 'always'>
  needs?: Needs
  /** Returns a function that starts the stream. Throws a `LakeError` for an invalid request. */
  prepare(request: SubscriptionRequest): (stream: EventStream) => void
}

/** Holds the open streams of server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export class ServerSentEvents {
  /** Open streams, each with a function that returns whether its client is still authenticated. */
  readonly #open = new Map<EventStream, () => boolean>()
  readonly #anonymous = new Slots('public-streams', streamLimits.anonymous)
  readonly #authenticated = new Slots('streams', streamLimits.authenticated)
  readonly #beat = setInterval(() => this.endUnauthenticated(), KEEP_ALIVE_MS).unref()

  constructor(private readonly networkOf: (request: IncomingMessage) => string) {}

  route(subscription: Subscription): Route {
    const { path, anonymous, needs } = subscription
    const handle = (exchange: ApiExchange) => {
      const { method, headers } = exchange.request
      if (method === 'HEAD') throw httpError(405, 'HEAD is not allowed here')
      const lastEventId = String(headers['last-event-id'] ?? '')
      const start = subscription.prepare({ ...exchange, lastEventId })
      start(this.#openStream(exchange))
    }
    return get(path, handle, { ...(anonymous && { anonymous }), ...(needs && { needs }) })
  }

  endUnauthenticated(): void {
    for (const [stream, isCurrent] of this.#open) if (!isCurrent()) stream.close()
  }

  closeAll(): void {
    clearInterval(this.#beat)
    for (const stream of this.#open.keys()) stream.close()
  }

  /**
   * Opens a stream. Throws a `LimitReachedError` when there are too many streams. The embedding server's own streams do
   * not count.
   */
  #openStream({ request, response, authContext, isReader }: ApiExchange): EventStream {
    const limit = authContext ? this.#authenticated : this.#anonymous
    if (!isReader) holdSlot(response, limit, this.networkOf(request))
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    })
    const callbacks: (() => void)[] = []
    const write = (text: string | Buffer) => {
      if (response.writableEnded || response.destroyed) return
      response.write(text)
      if (response.writableLength > MAX_BUFFERED_BYTES) response.destroy()
    }
    const stream: EventStream = {
      send: (event) => {
        const { type, id } = event
        const inText = (data: string) => encode({ event: type, ...(id && { id }), data })
        write(encodeOnce(event, 'SSE', assetOriginOf(response), inText))
      },
      onClose: (callback) => callbacks.push(callback),
      close: () => void response.end(),
    }
    const beat = setInterval(() => write(encodeComment('')), KEEP_ALIVE_MS).unref()
    this.#open.set(stream, authContext?.isCurrent ?? (() => true))
    onceClosed(response, () => {
      clearInterval(beat)
      this.#open.delete(stream)
      for (const callback of callbacks) callback()
    })
    write(encode({ retry: RETRY_MS }))
    return stream
  }
}
