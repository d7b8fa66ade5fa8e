import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryParams, SanityClient } from '@sanity/client'
import { RequestCoalescing } from 'halvi-kit/request-coalescing'
import type { Logger } from 'pino'
import { forgetRejected, isContentUnavailable, queryWithRetries } from './content-error.ts'
import { anyTag, type ContentChange, type ContentUpdates, isAffected } from './content-updates.ts'
import { KnownResults } from './known-results.ts'
import { type QueryResult, queryResult, untracked } from './query-result.ts'
import { ShortWait } from './short-wait.ts'

/** Time to live in milliseconds. Limits how old results get if the live connection is dead without an error. */
const ttlMs = 10 * 60_000

/** Time to live while live events are not received, in milliseconds. */
const disconnectedTtlMs = 10_000

/** How long a visitor waits for content before the result from before is used, in milliseconds. */
const timeoutMs = 200

/** The same after an event that may have changed the result: then a busy lake is more likely than an outage. */
const suspectTimeoutMs = 1_000

/** Delay before a query whose result may have changed is sent again if content is unavailable, in milliseconds. */
const retryMs = 1_000

/**
 * Caches the results of queries. The sync tags of a live event are coarse, so the results that it may affect are asked for
 * again, one at a time. Only another result, or another fact in it, is reported as a change. Results stay in the cache
 * while the connection is lost: the missed events arrive after it.
 */
export class QueryCache implements ContentUpdates {
  readonly #results = new KnownResults((tags) => this.#report(tags))
  readonly #coalescing = new RequestCoalescing<QueryResult, ContentChange>()
  readonly #wait = new ShortWait()
  /** The keys of the results that a live event may have changed. */
  readonly #suspects = new Set<string>()
  readonly #listeners: ((change: ContentChange) => void)[] = []
  #events: ContentUpdates | undefined
  #log: Logger | undefined
  /** The id of the last event whose changes are all reported. */
  #appliedId: string | undefined
  #isChecking = false

  constructor(private readonly client: SanityClient) {}

  get connected(): boolean {
    return this.#events?.connected === true
  }

  get lastEventId(): string | undefined {
    return this.#appliedId
  }

  /** Follows live events, and reports the changes of results and facts. */
  follow(events: ContentUpdates, log: Logger): this {
    this.#events = events
    this.#log = log
    events.onChange((change) => this.#note(change))
    return this
  }

  onChange(listener: (change: ContentChange) => void): void {
    this.#listeners.push(listener)
  }

  close(): void {
    this.#events?.close()
  }

  /**
   * Resolves to a cached result, or sends a query. The result from before is used while content does not respond.
   * Nothing is cached before `follow`.
   *
   * @throws ContentError if content rejects the query, or if there is no result from before
   */
  async ask(query: string, params: QueryParams): Promise<QueryResult> {
    const key = JSON.stringify([query, params])
    const known = this.#results.get(key)
    if (!known) return this.#read(key)
    const ttl = this.connected ? ttlMs : disconnectedTtlMs
    const isSuspect = () => this.#suspects.has(key)
    if (!isSuspect() && Date.now() - known.readAt < ttl) return known
    const waitMs = this.connected && isSuspect() ? suspectTimeoutMs : timeoutMs
    const read = await this.#wait.for(() => this.#read(key), waitMs)
    return read ?? (isSuspect() ? untracked(known) : known)
  }

  #read(key: string): Promise<QueryResult> {
    return this.#coalescing.join(key, async ({ isCurrent }) => {
      const [query, params] = JSON.parse(key)
      const { result, syncTags = [anyTag] } = await queryWithRetries(this.client, query, params, {
        // Prevents Sanity's CDN from returning a result from before this event.
        lastLiveEventId: this.#events?.lastEventId ?? null,
      })
      this.#wait.responded()
      const read = queryResult(key, result, syncTags)
      const isLatest = this.#events && isCurrent((change) => isAffected(read.syncTags, change))
      if (!isLatest) return untracked(read)
      this.#suspects.delete(key)
      return this.#results.put(key, read)
    })
  }

  #note(change: ContentChange): void {
    forgetRejected(this.client)
    this.#coalescing.change(change)
    for (const [key, { syncTags }] of this.#results.entries()) {
      if (isAffected(syncTags, change)) this.#suspects.add(key)
    }
    if (change === 'everything') this.#report(change)
    if (!this.#isChecking) void this.#check()
  }

  /** Asks for all suspects again, one at a time, and reports the end of it. */
  async #check(): Promise<void> {
    this.#isChecking = true
    let id: string | undefined
    let isFailing = false
    do {
      id = this.#events?.lastEventId
      while (this.#suspects.size > 0 && this.connected) {
        for (const key of this.#results.newestFirst(this.#suspects)) {
          const err = this.#suspects.has(key) && this.connected && (await this.#readAgain(key))
          if (!err) continue
          if (!isFailing) this.#log?.warn({ err }, 'content unavailable, last results used')
          isFailing = true
          await sleep(retryMs, undefined, { ref: false })
        }
      }
    } while (id !== this.#events?.lastEventId)
    this.#isChecking = false
    if (this.#suspects.size === 0) this.#appliedId = id
    this.#report(this.#results.takeEvicted())
  }

  /** Reads a result again. Drops it if content rejects the query. Resolves to an error if content is unavailable. */
  async #readAgain(key: string): Promise<unknown> {
    try {
      await this.#read(key)
    } catch (error) {
      if (isContentUnavailable(error)) return error
      this.#suspects.delete(key)
      this.#results.drop(key)
    }
    return undefined
  }

  #report(change: ContentChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}
