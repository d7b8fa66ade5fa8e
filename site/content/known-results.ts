import { LRUCache } from 'lru-cache'
import { type QueryResult, retire } from './query-result.ts'

/**
 * Maximum number of cached results. A page sends about five queries, and the pages of a language share most of them. The
 * pages that show an evicted result become stale at the next live event.
 */
const maxResults = 1_000

/** The latest results of queries, in memory. Reports tags of results and facts that pages must no longer rely on. */
export class KnownResults {
  readonly #results = new LRUCache<string, QueryResult>({
    max: maxResults,
    dispose: (result, _key, reason) => {
      if (reason === 'evict') for (const tag of retire(result)) this.#evicted.add(tag)
    },
  })
  #evicted = new Set<string>()

  constructor(private readonly onOutdated: (tags: ReadonlySet<string>) => void) {}

  get(key: string): QueryResult | undefined {
    return this.#results.get(key)
  }

  entries(): Iterable<[string, QueryResult]> {
    return this.#results.entries()
  }

  /** Stores a result, and returns the stored one. An unchanged one stays the same object. */
  put(key: string, result: QueryResult): QueryResult {
    const before = this.#results.peek(key)
    if (before?.tag === result.tag) {
      const { syncTags, readAt } = result
      return Object.assign(before, { syncTags, readAt })
    }
    if (before) result.changedAt = result.readAt
    this.#results.set(key, result)
    if (before) this.onOutdated(retire(before, result))
    return result
  }

  drop(key: string): void {
    const result = this.#results.peek(key)
    this.#results.delete(key)
    if (result) this.onOutdated(retire(result))
  }

  /** Returns keys in the order of their latest change, the newest first: staff often publish a page several times. */
  newestFirst(keys: Iterable<string>): string[] {
    const changedAt = (key: string) => this.#results.peek(key)?.changedAt ?? 0
    return [...keys].sort((one, other) => changedAt(other) - changedAt(one))
  }

  /** Returns the tags of the results that were evicted since the last call. */
  takeEvicted(): ReadonlySet<string> {
    const evicted = this.#evicted
    this.#evicted = new Set()
    return evicted
  }
}
