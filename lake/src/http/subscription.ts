import type { IncomingMessage } from 'node:http'
import { httpError } from '../errors/errors.ts'
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
  /** May those come in who are not admitted, where content is public? */
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
    handle({ request, response, url, version, admission, isReader }) {
      if (request.method === 'HEAD') throw httpError(405, 'HEAD is not allowed here')
      const lastEventId = String(request.headers['last-event-id'] ?? '')
      const start = subscription.prepare({ url, version, admission, lastEventId })
      const kind = isReader ? 'reader' : admission ? 'admitted' : 'anonymous'
      const owner = { kind, network: networkOfRequest(request) } as const
      start(streams.open(response, owner, admission?.isCurrent))
    },
  }
}
