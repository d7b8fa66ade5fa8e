import { httpError } from '../errors.ts'
import type { Admission } from './access.ts'
import type { EventStream } from './event-stream.ts'
import type { Route } from './router.ts'
import type { ServerSentEvents } from './server-sent-events.ts'

/** What a client asks to be told of. */
export interface SubscriptionRequest {
  /** The request's address. */
  url: URL
  /** The API version in it. */
  version: string
  /** Who asks; undefined for anonymous. */
  admission: Admission | undefined
  /** The last event that the client had, when it comes back. */
  lastEventId: string
}

/** An endpoint that answers with a stream of events, over whatever carries it. */
export interface Subscription {
  /** Path segments after the API version. */
  path: string
  /** May anonymous requests come in? */
  anonymous?: boolean
  /**
   * Throws a `LakeError` for a request that cannot be answered with a stream, else
   * returns what starts it.
   */
  prepare(request: SubscriptionRequest): (stream: EventStream) => void
}

/** A subscription as an endpoint of server-sent events. */
export function subscriptionRoute(subscription: Subscription, streams: ServerSentEvents): Route {
  return {
    methods: ['GET'],
    path: subscription.path,
    anonymous: subscription.anonymous === true,
    handle({ request, response, url, version, admission }) {
      if (request.method === 'HEAD') throw httpError(405, 'HEAD is not allowed here')
      const lastEventId = String(request.headers['last-event-id'] ?? '')
      const start = subscription.prepare({ url, version, admission, lastEventId })
      start(streams.open(response, admission?.isCurrent))
    },
  }
}
