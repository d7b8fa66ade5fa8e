import { LRUCache } from 'lru-cache'
import { type ContentChange, isHit } from '../../../app/content/content-updates.ts'
import { whenIdle } from '../event-loop.ts'
import { isVariant, requestOf } from '../key.ts'
import type { PolicyOf } from '../policy.ts'
import type { LastGoodPages } from './last-good-pages.ts'
import { makeSmallest, type Page, pageOf, setSmallest } from './page.ts'

const maxBytes = 32 * 1024 * 1024
/** Of addresses where nothing is: in a room of their own, so that they never push out a page. */
const maxMissingBytes = 1024 * 1024
/** Of pages that query parameters make: invented parameters fill this and nothing else. */
const maxVariantBytes = 2 * 1024 * 1024
/** What headers, tags and tables take beside the bodies. */
const overheadBytes = 4_096
/** Addresses whose answers are not kept ("hit-for-pass"): nobody waits again to learn that. */
const uncacheable = { max: 1_000, ttl: 60_000 }

/** The age for the smallest coding, in milliseconds: while staff publish, most pages are soon stale again. */
const compressAfterMs = 5_000

/** Returns room for pages of this many bytes. The page that was asked for the longest ago goes first. */
export function pagesWithin(maxSize: number, onPushedOut: (key: string) => void = () => {}) {
  return new LRUCache<string, Page>({
    maxSize,
    // Both compressed forms together are smaller than the page itself.
    sizeCalculation: ({ source }) => 2 * source.body.length + overheadBytes,
    dispose: (_page, key, reason) => {
      if (reason === 'evict') onPushedOut(key)
    },
  })
}

/** What is kept: pages, those that are missing, and the addresses whose answers can't be. */
export class PageStore {
  readonly #pages: ReturnType<typeof pagesWithin>
  readonly #missing = pagesWithin(maxMissingBytes)
  readonly #variants = pagesWithin(maxVariantBytes)
  readonly #uncacheable = new LRUCache<string, true>(uncacheable)
  readonly #lastGood: LastGoodPages
  readonly #policyOf: PolicyOf
  readonly #brotliQuality: number | undefined
  #compressing: Promise<void> = Promise.resolve()

  constructor(lastGood: LastGoodPages, policyOf: PolicyOf, brotliQuality?: number) {
    this.#policyOf = policyOf
    this.#brotliQuality = brotliQuality
    this.#lastGood = lastGood
    this.#pages = pagesWithin(maxBytes, (key) => lastGood.set(key, undefined))
  }

  /** Returns how many pages there are, and the bytes that they take at most. */
  get size(): { pages: number; bytes: number } {
    const rooms = [this.#pages, this.#missing, this.#variants]
    return {
      pages: rooms.reduce((sum, { size }) => sum + size, 0),
      bytes: rooms.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0),
    }
  }

  /** Returns what is kept under a key, a stale page too. */
  get(key: string): Page | undefined {
    return this.#pages.get(key) ?? this.#missing.get(key) ?? this.#variants.get(key)
  }

  /** Whether answers under this key are not to be kept. */
  isUncacheable(key: string): boolean {
    return this.#uncacheable.has(key)
  }

  keep(key: string, page: Page): void {
    if (isVariant(key)) {
      if (page.status === 200) this.#variants.set(key, page)
      return
    }
    if (page.status === 404) {
      this.#forget(key)
      this.#missing.set(key, page)
      return
    }
    this.#missing.delete(key)
    this.#pages.set(key, page)
    this.#lastGood.set(key, page)
    if (!page.smallest) setTimeout(() => this.#compress(key, page), compressAfterMs).unref()
  }

  setUncacheable(key: string): void {
    if (isVariant(key)) return
    this.#forget(key)
    this.#uncacheable.set(key, true)
  }

  /** Drops exactly the pages that depend on what has changed; they remain as the last good ones. */
  drop(change: ContentChange): void {
    for (const page of this.#pages.values()) {
      if (isHit(page.tags, change)) page.stale = true
      if (change === 'everything') page.retryAt = 0
    }
    // None of these is made again before somebody asks.
    for (const room of [this.#missing, this.#variants]) {
      for (const [key, page] of [...room.entries()]) if (isHit(page.tags, change)) room.delete(key)
    }
    this.#uncacheable.clear()
  }

  /** Returns the keys of stale pages. */
  staleKeys(): string[] {
    return [...this.#pages.entries()].filter(([, page]) => page.stale).map(([key]) => key)
  }

  /** Returns what visitors get of each page. */
  bodies(): Buffer[] {
    return [...this.#pages.values()].map(({ source }) => source.body)
  }

  /** Takes in the last good pages from disk, as stale ones. */
  async restore(headers: Readonly<Record<string, string>>): Promise<void> {
    for (const { key, made, rendered, smallest } of await this.#lastGood.read()) {
      const policy = this.#policyOf(requestOf(key).path)
      if (this.get(key) || !policy) continue
      const page: Page = { ...pageOf(rendered, policy, headers), made, stale: true }
      if (smallest) setSmallest(page, smallest)
      this.#pages.set(key, page)
    }
  }

  #forget(key: string): void {
    if (this.#pages.delete(key)) this.#lastGood.set(key, undefined)
  }

  /** One at a time: it must not take the processors from those who wait. */
  #compress(key: string, page: Page): void {
    this.#compressing = this.#compressing
      .then(async () => {
        await whenIdle()
        if (this.#pages.peek(key) !== page || page.stale) return
        await makeSmallest(page, this.#brotliQuality)
        if (this.#pages.peek(key) === page) this.#lastGood.set(key, page)
      })
      // It goes on being sent as it is.
      .catch(() => {})
  }
}
