import { randomBytes } from 'node:crypto'
import type { Dataset } from '../dataset/dataset.ts'
import { MAX_TAGS, type SyncTag } from '../groq/tags.ts'
import { unauthorized } from '../http/access.ts'
import type { EventStream, StreamEvent, Subscription } from '../http/event-stream.ts'

const MAX_REPLAYED = 1000

/**
 * Returns `data/live/events`, which streams the sync tags of each transaction:
 * https://www.sanity.io/docs/http-reference/live. Anonymous clients only get the tags of published documents.
 */
export function liveEventsSubscription(dataset: Dataset, name: string): Subscription {
  const published = new Feed()
  const all = new Feed()
  dataset.onTransaction((_, tags) => {
    published.add(tags.published)
    all.add([...tags.published, ...tags.drafts])
  })
  return {
    path: `data/live/events/${name}`,
    anonymous: 'private',
    prepare({ url, authContext, lastEventId }) {
      const includeDrafts = url.searchParams.get('includeDrafts') === 'true'
      if (includeDrafts && !authContext) throw unauthorized()
      return (stream) => (includeDrafts ? all : published).open(stream, lastEventId)
    },
  }
}

/**
 * Sends the same events to its streams, and keeps recent events for clients that reconnect. Event ids start with a
 * random id of this process; a client with another one must restart. They count the feed's own events, so that the
 * `welcome` of a new stream has the id of the last event that any of its streams received.
 */
class Feed {
  readonly #epoch = randomBytes(6).toString('base64url')
  readonly #recent: StreamEvent[] = []
  readonly #streams = new Set<EventStream>()
  #count = 0

  get #lastId(): string {
    return `${this.#epoch}:${this.#count}`
  }

  /** Sends the tags of a transaction. With more tags than an event can carry, asks clients to reload everything. */
  add(tags: SyncTag[]): void {
    if (tags.length === 0) return
    this.#count++
    const event =
      tags.length > MAX_TAGS
        ? { type: 'restart', json: '{}', id: this.#lastId }
        : { type: 'message', json: JSON.stringify({ tags }), id: this.#lastId }
    this.#recent.push(event)
    if (this.#recent.length > MAX_REPLAYED) this.#recent.shift()
    for (const stream of this.#streams) stream.send(event)
  }

  open(stream: EventStream, lastEventId: string): void {
    this.#streams.add(stream)
    stream.onClose(() => this.#streams.delete(stream))
    // A client's own last id: a newer id in the welcome would skip the missed events if the connection breaks again.
    stream.send({ type: 'welcome', json: '{}', id: lastEventId || this.#lastId })
    const missed = lastEventId ? this.#after(lastEventId) : []
    const restart = { type: 'restart', json: '{}', id: this.#lastId }
    for (const event of missed ?? [restart]) stream.send(event)
  }

  /** Returns the events after an event, or undefined when the event is unknown. */
  #after(id: string): StreamEvent[] | undefined {
    const [epoch, number] = id.split(':')
    const missed = this.#count - Number(number)
    const isKnown = epoch === this.#epoch && missed >= 0 && missed <= this.#recent.length
    return isKnown ? this.#recent.slice(this.#recent.length - missed) : undefined
  }
}
