import { RequestCoalescing } from 'halvi-runtime/request-coalescing'
import { LRUCache } from 'lru-cache'
import { type ContentChange, type ContentUpdates, isHit } from '../content-updates.ts'

/** What the content API answered to a query, and the sync tags of what it depends on; not to be changed. */
export interface QueryResult {
  readonly result: unknown
  readonly tags: ReadonlySet<string>
}

/** A page asks two or three; what is common to all pages and the pages of forms is asked most. */
const maxResults = 50

/** A connection may be dead without a word, and nothing be heard of what is published; in milliseconds. */
const ttlMs = 10 * 60_000

/**
 * Caches answers to queries over published content until something that they depend on is published, for ten minutes at
 * most. Nothing is cached while live events are not received.
 */
export class QueryCache {
  readonly #results: LRUCache<string, QueryResult>
  readonly #coalescing = new RequestCoalescing<QueryResult, ContentChange>()
  #updates: Pick<ContentUpdates, 'connected'> | undefined

  constructor(ttl = ttlMs) {
    this.#results = new LRUCache({ max: maxResults, ttl })
  }

  /** From now on it is heard what is published; the first to be told has to be this one. */
  follow(updates: Pick<ContentUpdates, 'connected' | 'onChange'>): void {
    this.#updates = updates
    updates.onChange((change) => this.#drop(change))
  }

  /** The answer for a key: a kept one, one that is on its way, or what `ask` finds, whose errors are passed on. */
  async get(key: string, ask: () => Promise<QueryResult>): Promise<QueryResult> {
    if (!this.#updates?.connected) return ask()
    const kept = this.#results.get(key)
    if (kept) return kept
    return this.#coalescing.join(key, async ({ isCurrent }) => {
      const answer = await ask()
      if (isCurrent((change) => isHit(answer.tags, change)) && this.#updates?.connected)
        this.#results.set(key, answer)
      return answer
    })
  }

  #drop(change: ContentChange): void {
    this.#coalescing.change(change)
    for (const [key, { tags }] of [...this.#results.entries()]) {
      if (isHit(tags, change)) this.#results.delete(key)
    }
  }
}
