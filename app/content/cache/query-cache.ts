import { RequestCoalescing } from 'halvi-runtime/request-coalescing'
import { LRUCache } from 'lru-cache'
import { type ContentChange, type ContentUpdates, isAffected } from '../content-updates.ts'

/** The result of a query with the sync tags that it depends on. Shared between readers: must not be modified. */
export interface QueryResult {
  readonly result: unknown
  readonly tags: ReadonlySet<string>
}

/** Maximum number of cached results. A page runs two or three queries, and most of them are shared by all pages. */
const maxResults = 50

/** Time to live in milliseconds. Limits how old results get if the live connection is dead without an error. */
const ttlMs = 10 * 60_000

/**
 * Caches results of queries over published content until a change affects them, and for at most ten minutes. Caches
 * nothing while live events are not received.
 */
export class QueryCache {
  readonly #results: LRUCache<string, QueryResult>
  readonly #coalescing = new RequestCoalescing<QueryResult, ContentChange>()
  #updates: Pick<ContentUpdates, 'connected'> | undefined

  constructor(ttl = ttlMs) {
    this.#results = new LRUCache({ max: maxResults, ttl })
  }

  /**
   * Starts to invalidate results on changes. Must be the first listener of `updates`, so that no later one reads old
   * data.
   */
  follow(updates: Pick<ContentUpdates, 'connected' | 'onChange'>): void {
    this.#updates = updates
    updates.onChange((change) => this.#invalidate(change))
  }

  /**
   * Returns the result for a key: from the cache, from a query that is already running, or from `runQuery`.
   *
   * @throws the errors of `runQuery`
   */
  async get(key: string, runQuery: () => Promise<QueryResult>): Promise<QueryResult> {
    if (!this.#updates?.connected) return runQuery()
    const cached = this.#results.get(key)
    if (cached) return cached
    return this.#coalescing.join(key, async ({ isCurrent }) => {
      const result = await runQuery()
      if (isCurrent((change) => isAffected(result.tags, change)) && this.#updates?.connected)
        this.#results.set(key, result)
      return result
    })
  }

  #invalidate(change: ContentChange): void {
    this.#coalescing.change(change)
    for (const [key, { tags }] of [...this.#results.entries()]) {
      if (isAffected(tags, change)) this.#results.delete(key)
    }
  }
}
