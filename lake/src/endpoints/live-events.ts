import type { Dataset } from '../dataset/dataset.ts'
import { unauthorized } from '../http/access.ts'
import type { EventStream, Subscription } from '../http/event-stream.ts'
import { type LiveEvent, LiveEvents } from '../listen/live-events.ts'

/**
 * `data/live/events`: which sync tags each transaction hits.
 * https://www.sanity.io/docs/http-reference/live. Anonymous clients hear of published documents alone.
 */
export function liveEventsSubscription(dataset: Dataset, name: string): Subscription {
  const events = new LiveEvents()
  const audience = new Map<EventStream, { includeDrafts: boolean }>()
  dataset.onTransaction((_, tags) => {
    const { published, all } = events.add(tags)
    for (const [stream, { includeDrafts }] of audience)
      send(stream, includeDrafts ? all : published)
  })
  return {
    path: `data/live/events/${name}`,
    anonymous: 'public',
    prepare({ url, authContext, lastEventId }) {
      const includeDrafts = url.searchParams.get('includeDrafts') === 'true'
      if (includeDrafts && !authContext) throw unauthorized()
      return (stream) => {
        audience.set(stream, { includeDrafts })
        stream.onClose(() => audience.delete(stream))
        const missed = lastEventId === '' ? [] : events.since(lastEventId, includeDrafts)
        // The welcome's id must not be ahead of the events that follow it.
        stream.send('welcome', '{}', missed.length === 0 ? events.lastId : lastEventId)
        for (const event of missed) send(stream, event)
      }
    },
  }
}

function send(stream: EventStream, event: LiveEvent | undefined): void {
  if (!event) return
  const data = event.type === 'message' ? { tags: event.tags } : {}
  stream.send(event.type, JSON.stringify(data), event.id)
}
