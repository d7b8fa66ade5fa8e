import { type ContentChange, isAffected } from 'halvi-site/content/content-updates'
import { LRUCache } from 'lru-cache'
import { whenIdle } from '../event-loop.ts'
import { isVariant, requestOf } from '../key.ts'
import type { PolicyOf } from '../policy.ts'
import type { LastGoodPages } from './last-good-pages.ts'
import { addBrotli, type CachedPage, pageOf, peopleTag, setEncoding } from './page.ts'

const maxBytes = 32 * 1024 * 1024
/**
 * Maximum size of pages for paths that don't exist. They have a separate limit so that they never evict real pages.
 */
const maxMissingBytes = 1024 * 1024
/** Maximum size of pages that depend on query parameters. Invented parameters can fill only this part. */
const maxVariantBytes = 2 * 1024 * 1024
/** Estimated size of a page's headers, tags, and map entries, in bytes. */
const overheadBytes = 4_096
/**
 * Limits of the keys that are known not to be cacheable (hit-for-pass). Requests for them don't wait for a render.
 */
const uncacheable = { max: 1_000, ttl: 60_000 }

/** Age at which a page gets brotli, in milliseconds. While staff are publishing, most pages become stale earlier. */
const compressAfterMs = 5_000

/** Returns an LRU cache for pages with a maximum size in bytes. */
export function pagesWithin(maxSize: number, onEvict: (key: string) => void = () => {}) {
  return new LRUCache<string, CachedPage>({
    maxSize,
    // Both compressed variants together are smaller than the uncompressed page.
    sizeCalculation: ({ source }) => 2 * source.body.length + overheadBytes,
    dispose: (_page, key, reason) => {
      if (reason === 'evict') onEvict(key)
    },
  })
}

/** The cached pages, the pages of paths that don't exist, and the keys that are not cacheable. */
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

  /** Returns the number of pages and their maximum size in memory, in bytes. */
  get size(): { pages: number; bytes: number } {
    const caches = [this.#pages, this.#missing, this.#variants]
    return {
      pages: caches.reduce((sum, { size }) => sum + size, 0),
      bytes: caches.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0),
    }
  }

  /** Returns the page of a key, which may be stale. */
  get(key: string): CachedPage | undefined {
    return this.#pages.get(key) ?? this.#missing.get(key) ?? this.#variants.get(key)
  }

  /** Returns whether responses of this key are not cacheable. */
  isUncacheable(key: string): boolean {
    return this.#uncacheable.has(key)
  }

  /** Caches a page, depending on its kind: a normal page (also on disk), a 404, or one with query parameters. */
  set(key: string, page: CachedPage): void {
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
    if (!page.variants.has('br'))
      setTimeout(() => this.#compress(key, page), compressAfterMs).unref()
  }

  /** Removes the page of a key and remembers for a while that the key is not cacheable. */
  setUncacheable(key: string): void {
    if (isVariant(key)) return
    this.#forget(key)
    this.#uncacheable.set(key, true)
  }

  /** Invalidates exactly the pages that depend on changed content. They remain available as the last good pages. */
  invalidate(change: ContentChange): void {
    for (const page of this.#pages.values()) {
      if (isAffected(page.tags, change)) page.stale = true
      if (change === 'everything') page.retryAt = 0
    }
    // Deleted instead of marked as stale, because these pages are not rendered in advance.
    for (const cache of [this.#missing, this.#variants]) {
      for (const [key, page] of [...cache.entries()])
        if (isAffected(page.tags, change)) cache.delete(key)
    }
    this.#uncacheable.clear()
  }

  /** Removes the pages that show people. */
  dropPeople(): void {
    for (const cache of [this.#pages, this.#variants]) {
      for (const [key, { tags }] of [...cache.entries()]) if (tags.has(peopleTag)) cache.delete(key)
    }
  }

  /** Returns the keys of stale pages. */
  staleKeys(): string[] {
    return [...this.#pages.entries()].filter(([, page]) => page.stale).map(([key]) => key)
  }

  /** Returns the bodies of all pages. */
  bodies(): Buffer[] {
    return [...this.#pages.values()].map(({ source }) => source.body)
  }

  /** Adds the last good pages from disk as stale pages. */
  async restore(headers: Readonly<Record<string, string>>): Promise<void> {
    for (const { key, made, rendered, brotli } of await this.#lastGood.read()) {
      const policy = this.#policyOf(requestOf(key))
      if (this.get(key) || !policy) continue
      const page: CachedPage = {
        ...pageOf(rendered, policy, headers),
        renderedAt: made,
        stale: true,
      }
      if (brotli) setEncoding(page, 'br', brotli)
      this.#pages.set(key, page)
    }
  }

  #forget(key: string): void {
    if (this.#pages.delete(key)) this.#lastGood.set(key, undefined)
  }

  /** Adds brotli to a page. Compresses one page at a time so that visitors are not delayed. */
  #compress(key: string, page: CachedPage): void {
    this.#compressing = this.#compressing
      .then(async () => {
        await whenIdle()
        if (this.#pages.peek(key) !== page || page.stale) return
        await addBrotli(page, this.#brotliQuality)
        if (this.#pages.peek(key) === page) this.#lastGood.set(key, page)
      })
      // The page is sent as gzip.
      .catch(() => {})
  }
}
