import { randomBytes } from 'node:crypto'
import type { Dataset } from '../dataset/dataset.ts'
import { type HitTags, MAX_TAGS, type SyncTag } from '../groq/tags.ts'
import { unauthorized } from '../http/access.ts'
import type { EventStream, Subscription } from '../http/event-stream.ts'

interface Entry {
  id: string
  published: SyncTag[]
  all: SyncTag[]
}

const MAX_REPLAYED = 1000

/**
 * Returns `data/live/events`, which streams the sync tags of each transaction:
 * https://www.sanity.io/docs/http-reference/live. Anonymous clients only get the tags of published documents. Recent
 * events are kept for clients that reconnect. Event ids start with a random id of this process; a client with another
 * one must restart.
 */
export function liveEventsSubscription(dataset: Dataset, name: string): Subscription {
  const epoch = randomBytes(6).toString('base64url')
  const entries: Entry[] = []
  const audience = new Map<EventStream, boolean>()
  let count = 0
  const lastId = () => `${epoch}:${count}`

  dataset.onTransaction((_, tags) => {
    count++
    const entry = entryOf(lastId(), tags)
    entries.push(entry)
    if (entries.length > MAX_REPLAYED) entries.shift()
    for (const [stream, includeDrafts] of audience) send(stream, entry, includeDrafts)
  })

  /** Returns the entries after an event, or undefined when the event is unknown. */
  const since = (id: string): Entry[] | undefined => {
    const [itsEpoch, number] = id.split(':')
    const missed = count - Number(number)
    const isKnown = itsEpoch === epoch && missed >= 0 && missed <= entries.length
    return isKnown ? entries.slice(entries.length - missed) : undefined
  }

  return {
    path: `data/live/events/${name}`,
    anonymous: 'private',
    prepare({ url, authContext, lastEventId }) {
      const includeDrafts = url.searchParams.get('includeDrafts') === 'true'
      if (includeDrafts && !authContext) throw unauthorized()
      return (stream) => {
        audience.set(stream, includeDrafts)
        stream.onClose(() => audience.delete(stream))
        const missed = lastEventId === '' ? [] : since(lastEventId)
        const seen = missed?.filter((entry) => tagsOf(entry, includeDrafts).length > 0)
        // Send the id of the last event that the client has: a newer id in the welcome would skip the missed events.
        const id = seen?.length === 0 ? lastId() : lastEventId
        stream.send({ type: 'welcome', json: '{}', id })
        if (!seen) stream.send({ type: 'restart', json: '{}', id: lastId() })
        for (const entry of seen ?? []) send(stream, entry, includeDrafts)
      }
    },
  }
}

/**
 * Returns an entry with at most one tag more than an event can carry. With that many tags, the event asks clients to
 * reload everything.
 */
function entryOf(id: string, { published, drafts }: HitTags): Entry {
  const some = (tags: SyncTag[]) => tags.slice(0, MAX_TAGS + 1)
  return { id, published: some(published), all: some([...published, ...drafts]) }
}

function tagsOf(entry: Entry, includeDrafts: boolean): SyncTag[] {
  return includeDrafts ? entry.all : entry.published
}

function send(stream: EventStream, entry: Entry, includeDrafts: boolean): void {
  const tags = tagsOf(entry, includeDrafts)
  const { id } = entry
  if (tags.length > MAX_TAGS) stream.send({ type: 'restart', json: '{}', id })
  else if (tags.length > 0) stream.send({ type: 'message', json: JSON.stringify({ tags }), id })
}
