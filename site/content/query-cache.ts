import type { QueryParams, SanityClient } from '@sanity/client'
import { RequestCoalescing } from 'halvi-kit/request-coalescing'
import { LRUCache } from 'lru-cache'
import { forgetRejected, queryWithRetries } from './content-error.ts'
import { anyTag, type ContentChange, type ContentUpdates, isAffected } from './content-updates.ts'
import { type QueryResult, queryResult, retire, untracked } from './query-result.ts'

/**
 * Maximum number of cached results. A page sends about five queries, and the pages of a language share most of them. The
 * pages that show an evicted result become stale at the next live event.
 */
const maxResults = 1_000

/** Time to live in milliseconds. Limits how old results get if the live connection is dead without an error. */
const ttlMs = 10 * 60_000

/**
 * Caches the results of queries while live events are received. The sync tags of an event are coarse, so the results that
 * it may affect are asked for again, one at a time. Only another result, or another fact in it, is reported as a change.
 */
export class QueryCache {
  readonly #results = new LRUCache<string, QueryResult>({
    max: maxResults,
    dispose: (result, _key, reason) => {
      if (reason === 'evict') for (const tag of retire(result)) this.#evicted.add(tag)
    },
  })
  readonly #coalescing = new RequestCoalescing<QueryResult, ContentChange>()
  /** The keys of the results that a live event may have changed. */
  readonly #suspects = new Set<string>()
  readonly #evicted = new Set<string>()
  readonly #listeners: ((change: ContentChange) => void)[] = []
  #events: ContentUpdates | undefined
  /** The id of the last event whose changes are all reported. */
  #appliedId: string | undefined
  #isChecking = false

  constructor(private readonly client: SanityClient) {}

  /**
   * Resolves to a cached result, or sends a query. Nothing is cached while live events are not received.
   *
   * @throws ContentError
   */
  async ask(query: string, params: QueryParams): Promise<QueryResult> {
    const key = JSON.stringify([query, params])
    const known = this.#events?.connected ? this.#results.get(key) : undefined
    if (known && !this.#suspects.has(key) && Date.now() - known.readAt < ttlMs) return known
    return this.#coalescing.join(key, async ({ isCurrent }) => {
      const { result: value, syncTags = [anyTag] } = await queryWithRetries<unknown>(
        this.client,
        query,
        params,
        {
          // Prevents Sanity's CDN from returning a result from before this event.
          lastLiveEventId: this.#events?.lastEventId ?? null,
        },
      )
      const read = queryResult(key, value, syncTags)
      const isLatest =
        this.#events?.connected && isCurrent((change) => isAffected(read.syncTags, change))
      return isLatest ? this.#keep(key, read) : untracked(read)
    })
  }

  /** Follows live events, and returns the changes of results and facts. */
  follow(events: ContentUpdates): ContentUpdates {
    this.#events = events
    events.onChange((change) => this.#note(change))
    const appliedId = () => this.#appliedId
    return {
      get connected() {
        return events.connected
      },
      get lastEventId() {
        return appliedId()
      },
      onChange: (listener) => void this.#listeners.push(listener),
      close: () => events.close(),
    }
  }

  /** Caches a result. An unchanged one stays the same object. */
  #keep(key: string, result: QueryResult): QueryResult {
    const before = this.#results.peek(key)
    this.#suspects.delete(key)
    if (before?.tag === result.tag) {
      const { syncTags, readAt } = result
      return Object.assign(before, { syncTags, readAt })
    }
    if (before) result.changedAt = result.readAt
    this.#results.set(key, result)
    if (before) this.#report(retire(before, result))
    return result
  }

  #note(change: ContentChange): void {
    forgetRejected(this.client)
    this.#coalescing.change(change)
    if (change === 'everything') {
      this.#results.clear()
      this.#suspects.clear()
      this.#appliedId = this.#events?.lastEventId
      this.#report(change)
      return
    }
    for (const [key, { syncTags }] of this.#results.entries()) {
      if (isAffected(syncTags, change)) this.#suspects.add(key)
    }
    if (!this.#isChecking) void this.#check()
  }

  /** Asks for all suspects again, one at a time, and reports the end of it. */
  async #check(): Promise<void> {
    this.#isChecking = true
    let id: string | undefined
    do {
      id = this.#events?.lastEventId
      while (this.#suspects.size > 0 && this.#events?.connected) {
        for (const key of this.#ordered()) {
          const [query, params] = JSON.parse(key)
          if (this.#suspects.has(key)) await this.ask(query, params).catch(() => this.#drop())
        }
      }
    } while (id !== this.#events?.lastEventId)
    this.#isChecking = false
    this.#appliedId = id
    const evicted = new Set(this.#evicted)
    this.#evicted.clear()
    this.#report(evicted)
  }

  /** Returns the suspects. The result that changed last is first: staff often publish a page several times. */
  #ordered(): string[] {
    const changedAt = (key: string) => this.#results.peek(key)?.changedAt ?? 0
    return [...this.#suspects].sort((one, other) => changedAt(other) - changedAt(one))
  }

  /** Drops all suspects, because they can't be read. Their pages become stale. */
  #drop(): void {
    for (const key of this.#suspects) {
      const result = this.#results.peek(key)
      this.#results.delete(key)
      if (result) this.#report(retire(result))
    }
    this.#suspects.clear()
  }

  #report(change: ContentChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}
