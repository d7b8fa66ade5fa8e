import { type ContentChange, isHit } from '../../../app/content/content-updates.ts'
import { whenIdle } from '../event-loop.ts'
import { isVariant, requestOf } from '../key.ts'
import type { PolicyOf } from '../policy.ts'
import { BoundedPages } from './bounded-pages.ts'
import type { LastGoodPages } from './last-good-pages.ts'
import { makeSmallest, type Page, pageOf, setSmallest } from './page.ts'

const mostBytes = 32 * 1024 * 1024
/** Of addresses where nothing is: in a room of their own, so that they never push out a page. */
const mostMissingBytes = 1024 * 1024
/** Of pages that query parameters make: whoever invents those fills this and nothing else. */
const mostVariantBytes = 2 * 1024 * 1024
/** Addresses whose answers are not kept ("hit-for-pass"): nobody waits again to learn that. */
const mostUncacheable = 1_000
/** For so long, in milliseconds. */
const uncacheableMs = 60_000

/**
 * A page that has stood for so long, in milliseconds, is worth the smallest coding: while staff publish
 * one thing after the other, most pages are stale again at once.
 */
const compressAfterMs = 5_000

/** What is kept: pages, those that are missing, and the addresses whose answers can't be. */
export class PageStore {
  readonly #pages: BoundedPages
  readonly #missing = new BoundedPages(mostMissingBytes)
  readonly #variants = new BoundedPages(mostVariantBytes)
  readonly #uncacheable = new Map<string, number>()
  readonly #lastGood: LastGoodPages
  readonly #policyOf: PolicyOf
  #compressing: Promise<void> = Promise.resolve()

  constructor(lastGood: LastGoodPages, policyOf: PolicyOf) {
    this.#policyOf = policyOf
    this.#lastGood = lastGood
    this.#pages = new BoundedPages(mostBytes, (key) => lastGood.set(key, undefined))
  }

  /** How many pages there are, and the bytes that they take at most. */
  get size(): { pages: number; bytes: number } {
    const rooms = [this.#pages, this.#missing, this.#variants]
    return {
      pages: rooms.reduce((sum, { size }) => sum + size, 0),
      bytes: rooms.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  }

  /** What is kept under a key, a stale page too. */
  get(key: string): Page | undefined {
    return this.#pages.get(key) ?? this.#missing.get(key) ?? this.#variants.get(key)
  }

  /** Whether answers under this key are not to be kept. */
  isUncacheable(key: string): boolean {
    return (this.#uncacheable.get(key) ?? 0) > performance.now()
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
    if (this.#uncacheable.size >= mostUncacheable) this.#uncacheable.clear()
    this.#uncacheable.set(key, performance.now() + uncacheableMs)
  }

  /** Drops exactly the pages that depend on what has changed; they remain as the last good ones. */
  drop(change: ContentChange): void {
    for (const [, page] of this.#pages.entries()) {
      if (isHit(page.tags, change)) page.stale = true
    }
    // None of these is made anew before somebody asks.
    for (const room of [this.#missing, this.#variants]) {
      for (const [key, page] of room.entries()) if (isHit(page.tags, change)) room.delete(key)
    }
    this.#uncacheable.clear()
  }

  /** The keys of stale pages. */
  staleKeys(): string[] {
    return [...this.#pages.entries()].filter(([, page]) => page.stale).map(([key]) => key)
  }

  /** What visitors get of each page. */
  *bodies(): Iterable<Buffer> {
    for (const [, page] of this.#pages.entries()) yield page.source.body
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
    if (!this.#pages.get(key)) return
    this.#pages.delete(key)
    this.#lastGood.set(key, undefined)
  }

  /** One at a time: it must not take the processors from those who wait. */
  #compress(key: string, page: Page): void {
    this.#compressing = this.#compressing
      .then(async () => {
        await whenIdle()
        if (this.#pages.get(key) !== page || page.stale) return
        await makeSmallest(page)
        if (this.#pages.get(key) === page) this.#lastGood.set(key, page)
      })
      // It goes on being sent as it is.
      .catch(() => {})
  }
}
