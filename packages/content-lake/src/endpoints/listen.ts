import { randomUUID } from 'node:crypto'
import { httpError } from '../errors/errors.ts'
import {
  type EventStream,
  failStream,
  type Subscription,
  type SubscriptionRequest,
} from '../http/event-stream.ts'
import { paramsOf, publishedByDefault } from '../http/router.ts'
import type { Listener, Listeners, ListenOptions } from '../listen/listener.ts'

/** The request tag with which the Studio listens to the open document. */
const STUDIO_DOCUMENT = 'sanity.studio.document.pair.listen'

/**
 * Returns `data/listen`, which streams the mutations of the documents that a query selects:
 * https://www.sanity.io/docs/http-reference/listen
 */
export function listenSubscription(listeners: Listeners, name: string): Subscription {
  return {
    path: `data/listen/${name}`,
    anonymous: 'public',
    prepare(request) {
      const options = listenOptions(request)
      const canResume = request.url.searchParams.get('enableResume') === 'true'
      return (stream) => void listen(listeners, options, stream, { canResume, ...request })
    },
  }
}

async function listen(
  listeners: Listeners,
  options: ListenOptions,
  stream: EventStream,
  { canResume, lastEventId }: { canResume: boolean; lastEventId: string },
) {
  let isOpen = true
  let end = () => {}
  stream.onClose(() => {
    isOpen = false
    end()
  })
  const fail = (error: unknown) => failStream(stream, error)
  try {
    const listener: Listener = {
      start(state, eventId) {
        const welcome = JSON.stringify({ listenerName: randomUUID() })
        const json = state === 'reset' ? '{}' : welcome
        stream.send({ type: state, json, id: canResume ? eventId : undefined })
      },
      send: (events) => {
        for (const event of events) stream.send(event)
      },
      fail,
    }
    end = await listeners.add(options, listener, (canResume && lastEventId) || undefined)
    if (!isOpen) end()
  } catch (error) {
    fail(error)
  }
}

function listenOptions({ url, version, authContext }: SubscriptionRequest): ListenOptions {
  const q = url.searchParams
  const query = q.get('query')?.trim()
  if (!query) throw httpError(400, 'The query is missing')
  return {
    query,
    params: paramsOf(q),
    includeResult: q.get('includeResult') === 'true',
    includePreviousRevision: q.get('includePreviousRevision') === 'true',
    includeMutations: q.get('includeMutations') !== 'false',
    includeEffects: q.get('effectFormat') === 'mendoza',
    timeline: q.get('tag') === STUDIO_DOCUMENT,
    includeAllVersions:
      authContext !== undefined &&
      (q.get('includeAllVersions') === 'true' || !publishedByDefault(version)),
    publicOnly: authContext === undefined,
    // `async`, which some clients ask for, also becomes `query`: writes are visible to queries immediately.
    visibility: q.get('visibility') === 'transaction' ? 'transaction' : 'query',
    identity: authContext?.user.id ?? '',
  }
}
