import type { Dataset } from '../dataset/dataset.ts'
import type { History } from '../dataset/history.ts'
import type { Transaction } from '../documents/transaction.ts'
import { MAX_TAGS, type SyncTag } from '../groq/tags.ts'
import { unauthorized } from '../http/access.ts'
import type { EventStream, StreamEvent, Subscription } from '../http/event-stream.ts'

const MAX_REPLAYED = 1000

/**
 * Returns `data/live/events`, which streams the sync tags of each transaction:
 * https://www.sanity.io/docs/http-reference/live. Anonymous clients only get the tags of published documents.
 */
export function liveEventsSubscription(dataset: Dataset, name: string): Subscription {
  const { history } = dataset
  const published = new Feed(history, history.newest({ published: true }))
  const all = new Feed(history, history.newest())
  dataset.onTransaction((transaction, tags) => {
    published.add(transaction, tags.published)
    all.add(transaction, [...tags.published, ...tags.drafts])
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

/** The transaction of an event. */
type Position = Pick<Transaction, 'seq' | 'id'>

/** The position before the first transaction. */
const BEGINNING: Position = { seq: 0, id: '' }

/**
 * Sends the same events to its streams, and keeps recent events for clients that reconnect. The id of an event consists
 * of the number and the id of its transaction, so that it stays valid when the lake is opened again, and becomes unknown
 * when a backup replaces the transaction. The `welcome` of a new stream has the id of the last event.
 */
class Feed {
  readonly #recent: { seq: number; event: StreamEvent }[] = []
  readonly #streams = new Set<EventStream>()
  /** The number of a transaction. All later events are in `#recent`. */
  #start: number
  #lastId: string

  /** @param last the last event before the lake was opened, if it is stored */
  constructor(
    private readonly history: History,
    last = BEGINNING,
  ) {
    this.#start = last.seq
    this.#lastId = idOf(last)
  }

  /** Sends the tags of a transaction. With more tags than an event can carry, asks clients to reload everything. */
  add(transaction: Position, tags: SyncTag[]): void {
    if (tags.length === 0) return
    this.#lastId = idOf(transaction)
    const event =
      tags.length > MAX_TAGS
        ? { type: 'restart', json: '{}', id: this.#lastId }
        : { type: 'message', json: JSON.stringify({ tags }), id: this.#lastId }
    this.#recent.push({ seq: transaction.seq, event })
    if (this.#recent.length > MAX_REPLAYED) this.#start = this.#recent.shift()?.seq ?? 0
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

  /** Returns the events after an event, or undefined if it is unknown or older than the recent events. */
  #after(eventId: string): StreamEvent[] | undefined {
    const [number = '', id = ''] = eventId.split(':')
    const seq = Number(number)
    const isKnown = seq >= this.#start && (seq === 0 || this.history.includes({ seq, id }))
    return isKnown ? this.#recent.flatMap((one) => (one.seq > seq ? one.event : [])) : undefined
  }
}

function idOf({ seq, id }: Position): string {
  return `${seq}:${id}`
}
