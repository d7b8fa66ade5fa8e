import { randomBytes } from 'node:crypto'
import { type HitTags, MAX_TAGS, type SyncTag } from '../groq/tags.ts'

/** A live event: which tags were hit, or that everything may have changed. */
export interface LiveEvent {
  id: string
  type: 'message' | 'restart'
  tags: SyncTag[]
}

/** One transaction's events: the same id for those who see drafts and those who do not. */
interface Entry {
  id: string
  published: SyncTag[]
  all: SyncTag[]
}

const KEPT = 1000

/**
 * The recent live events, so that a client which comes back gets what it
 * missed. Ids begin with what is random for each start of the process: an id of
 * an earlier one is told to restart.
 */
export class LiveEvents {
  readonly #epoch = randomBytes(6).toString('base64url')
  readonly #entries: Entry[] = []
  #count = 0

  /** Takes in a transaction's tags; returns its event for each kind of client, if it has one. */
  add(tags: HitTags): { published?: LiveEvent; all: LiveEvent } {
    // Of more than can be told it is told that they are too many: no more of them are kept.
    const some = (all: readonly SyncTag[]) => all.slice(0, MAX_TAGS + 1)
    const entry = {
      id: this.#idAt(++this.#count),
      published: some(tags.published),
      all: some([...tags.published, ...tags.drafts]),
    }
    this.#entries.push(entry)
    if (this.#entries.length > KEPT) this.#entries.shift()
    const published = eventOf(entry, false)
    return { ...(published && { published }), all: eventOf(entry, true) as LiveEvent }
  }

  /** The id to begin after: that of the last event. */
  get lastId(): string {
    return this.#idAt(this.#count)
  }

  /** What happened after an event; one `restart` when that is not known any more. */
  since(id: string, includeDrafts: boolean): LiveEvent[] {
    const restart: LiveEvent[] = [{ id: this.lastId, type: 'restart', tags: [] }]
    const [epoch, number] = id.split(':')
    const missed = this.#count - Number(number)
    if (epoch !== this.#epoch || !(missed >= 0 && missed <= this.#entries.length)) return restart
    if (missed === 0) return []
    return this.#entries
      .slice(-missed)
      .map((entry) => eventOf(entry, includeDrafts))
      .filter((event) => event !== undefined)
  }

  #idAt(count: number): string {
    return `${this.#epoch}:${count}`
  }
}

function eventOf(entry: Entry, includeDrafts: boolean): LiveEvent | undefined {
  const tags = includeDrafts ? entry.all : entry.published
  if (tags.length === 0) return undefined
  if (tags.length > MAX_TAGS) return { id: entry.id, type: 'restart', tags: [] }
  return { id: entry.id, type: 'message', tags }
}
