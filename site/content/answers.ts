import type { QueryParams, SanityClient } from '@sanity/client'
import { RequestCoalescing } from 'halvi-kit/request-coalescing'
import { LRUCache } from 'lru-cache'
import { type Answer, answerOf, retire, untracked } from './answer.ts'
import { forgetRejected, queryWithRetries } from './content-error.ts'
import { anyTag, type ContentChange, type ContentUpdates, isAffected } from './content-updates.ts'

/**
 * Maximum number of cached answers. A page sends about five queries, and the pages of a language share most of them. The
 * pages that show an evicted answer become stale at the next live event.
 */
const maxAnswers = 1_000

/** Time to live in milliseconds. Limits how old answers get if the live connection is dead without an error. */
const ttlMs = 10 * 60_000

/**
 * Caches the answers to queries while live events are received. The sync tags of an event are coarse, so the answers that
 * it may affect are asked for again, one at a time. Only another answer, or another fact in it, is reported as a change.
 */
export class Answers {
  readonly #answers = new LRUCache<string, Answer>({
    max: maxAnswers,
    dispose: (answer, _key, reason) => {
      if (reason === 'evict') for (const tag of retire(answer)) this.#evicted.add(tag)
    },
  })
  readonly #coalescing = new RequestCoalescing<Answer, ContentChange>()
  /** The keys of the answers that a live event may have changed. */
  readonly #suspects = new Set<string>()
  readonly #evicted = new Set<string>()
  readonly #listeners: ((change: ContentChange) => void)[] = []
  #events: ContentUpdates | undefined
  /** The id of the last event whose changes are all reported. */
  #appliedId: string | undefined
  #isChecking = false

  constructor(private readonly client: SanityClient) {}

  /**
   * Resolves to a cached answer, or sends a query. Nothing is cached while live events are not received.
   *
   * @throws ContentError
   */
  async ask(query: string, params: QueryParams): Promise<Answer> {
    const key = JSON.stringify([query, params])
    const known = this.#events?.connected ? this.#answers.get(key) : undefined
    if (known && !this.#suspects.has(key) && Date.now() - known.readAt < ttlMs) return known
    return this.#coalescing.join(key, async ({ isCurrent }) => {
      const { result, syncTags = [anyTag] } = await queryWithRetries<unknown>(
        this.client,
        query,
        params,
        {
          // Prevents Sanity's CDN from returning a result from before this event.
          lastLiveEventId: this.#events?.lastEventId ?? null,
        },
      )
      const answer = answerOf(key, result, syncTags)
      const isLatest =
        this.#events?.connected && isCurrent((change) => isAffected(answer.syncTags, change))
      return isLatest ? this.#keep(key, answer) : untracked(answer)
    })
  }

  /** Follows live events, and returns the changes of answers and facts. */
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

  /** Caches an answer. An unchanged one stays the same object. */
  #keep(key: string, answer: Answer): Answer {
    const before = this.#answers.peek(key)
    this.#suspects.delete(key)
    if (before?.tag === answer.tag) {
      const { syncTags, readAt } = answer
      return Object.assign(before, { syncTags, readAt })
    }
    if (before) answer.changedAt = answer.readAt
    this.#answers.set(key, answer)
    if (before) this.#report(retire(before, answer))
    return answer
  }

  #note(change: ContentChange): void {
    forgetRejected(this.client)
    this.#coalescing.change(change)
    if (change === 'everything') {
      this.#answers.clear()
      this.#suspects.clear()
      this.#appliedId = this.#events?.lastEventId
      this.#report(change)
      return
    }
    for (const [key, { syncTags }] of this.#answers.entries()) {
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

  /** Returns the suspects. The answer that changed last is first: staff often publish a page several times. */
  #ordered(): string[] {
    const changedAt = (key: string) => this.#answers.peek(key)?.changedAt ?? 0
    return [...this.#suspects].sort((one, other) => changedAt(other) - changedAt(one))
  }

  /** Drops all suspects, because they can't be read. Their pages become stale. */
  #drop(): void {
    for (const key of this.#suspects) {
      const answer = this.#answers.peek(key)
      this.#answers.delete(key)
      if (answer) this.#report(retire(answer))
    }
    this.#suspects.clear()
  }

  #report(change: ContentChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}
