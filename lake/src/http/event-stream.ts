import type { IncomingMessage, ServerResponse } from 'node:http'
import { encode, encodeComment } from 'eventsource-encoder'
import { httpError } from '../errors/errors.ts'
import { ConnectionLimit } from '../limits/connection-limit.ts'
import { streamLimits } from '../limits/limits.ts'
import type { AuthContext } from './access.ts'
import { jsonFor } from './asset-origin.ts'
import type { Route } from './router.ts'

/** A stream of events to one client, whatever carries it. */
export interface EventStream {
  /** Sends an event; `json` is its data, `id` what the client names after a reconnect. */
  send(event: string, json: string, id?: string): void
  /** Calls back once, when either side has ended it. */
  onClose(callback: () => void): void
  close(): void
}

/** A client that has taken in nothing for so many bytes is cut off: it can come back and start anew. */
export const MAX_BUFFERED_BYTES = 8 * 1024 * 1024

const KEEP_ALIVE_MS = 15_000
/** After how long a client comes back when it has lost the connection. */
const RETRY_MS = 1000

/** May whoever opened a stream still have it? Asked again and again. */
type IsCurrent = () => boolean

/** Whose a stream is: the server's own are not counted. */
interface StreamOwner {
  kind: 'anonymous' | 'authenticated' | 'reader'
  network: string
}

/** The open streams of server-sent events, so that they can be ended. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export class ServerSentEvents {
  readonly #open = new Map<EventStream, IsCurrent>()
  readonly #limits: Record<Exclude<StreamOwner['kind'], 'reader'>, ConnectionLimit>
  readonly #beat = setInterval(() => this.endUnauthenticated(), KEEP_ALIVE_MS).unref()

  /** `onRefused` hears of limits that were reached. */
  constructor(onRefused: (limit: string) => void) {
    const { anonymous, anonymousOfANetwork, authenticated, authenticatedOfANetwork } = streamLimits
    this.#limits = {
      anonymous: new ConnectionLimit(anonymous, anonymousOfANetwork, () =>
        onRefused('public-streams'),
      ),
      authenticated: new ConnectionLimit(authenticated, authenticatedOfANetwork, () =>
        onRefused('streams'),
      ),
    }
  }

  /**
   * Turns a response into a stream, for as long as the client is authenticated and takes in what it is sent.
   *
   * @throws RefusedError when there are too many, of its network or of all
   */
  open(
    response: ServerResponse,
    { kind, network }: StreamOwner,
    isCurrent: IsCurrent = () => true,
  ): EventStream {
    const release = kind === 'reader' ? () => {} : this.#limits[kind].take(network)
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    })
    const callbacks: (() => void)[] = []
    const write = (text: string) => {
      if (response.writableEnded || response.destroyed) return
      response.write(text)
      if (response.writableLength > MAX_BUFFERED_BYTES) response.destroy()
    }
    const stream: EventStream = {
      send: (event, json, id) =>
        write(encode({ event, ...(id && { id }), data: jsonFor(response, json) })),
      onClose: (callback) => callbacks.push(callback),
      close: () => void response.end(),
    }
    const beat = setInterval(() => write(encodeComment('')), KEEP_ALIVE_MS)
    beat.unref()
    this.#open.set(stream, isCurrent)
    response.on('close', () => {
      clearInterval(beat)
      this.#open.delete(stream)
      release()
      for (const callback of callbacks) callback()
    })
    write(encode({ retry: RETRY_MS }))
    return stream
  }

  /** Ends the streams of those who have signed out or whose session is over. */
  endUnauthenticated(): void {
    for (const [stream, isCurrent] of this.#open) if (!isCurrent()) stream.close()
  }

  closeAll(): void {
    clearInterval(this.#beat)
    for (const stream of this.#open.keys()) stream.close()
  }
}

/** What a client asks to be told of. */
export interface SubscriptionRequest {
  /** The request's address. */
  url: URL
  /** The API version in it. */
  version: string
  /** Who asks; undefined for anonymous. */
  authContext: AuthContext | undefined
  /** The last event that the client had, when it comes back. */
  lastEventId: string
}

/** An endpoint that answers with a stream of events, over whatever carries it. */
export interface Subscription {
  /** Path segments after the API version. */
  path: string
  /** May those come in who are not authenticated, where content is public? */
  anonymous?: 'public'
  /**
   * Throws a `LakeError` for a request that cannot be answered with a stream, else
   * returns what starts it.
   */
  prepare(request: SubscriptionRequest): (stream: EventStream) => void
}

/** A subscription as an endpoint of server-sent events. */
export function subscriptionRoute(
  subscription: Subscription,
  streams: ServerSentEvents,
  networkOfRequest: (request: IncomingMessage) => string,
): Route {
  return {
    methods: ['GET'],
    path: subscription.path,
    ...(subscription.anonymous && { anonymous: subscription.anonymous }),
    handle({ request, response, url, version, authContext, isReader }) {
      if (request.method === 'HEAD') throw httpError(405, 'HEAD is not allowed here')
      const lastEventId = String(request.headers['last-event-id'] ?? '')
      const start = subscription.prepare({ url, version, authContext, lastEventId })
      const kind = isReader ? 'reader' : authContext ? 'authenticated' : 'anonymous'
      const owner = { kind, network: networkOfRequest(request) } as const
      start(streams.open(response, owner, authContext?.isCurrent))
    },
  }
}
