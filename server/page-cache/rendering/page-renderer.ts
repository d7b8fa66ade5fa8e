import { type Pending, RequestCoalescing } from 'halvi-kit/request-coalescing'
import { type ContentChange, isAffected } from 'halvi-site/content/content-updates'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { requestOf } from '../key.ts'
import type { PolicyOf } from '../policy.ts'
import {
  addGzip,
  type CachedPage,
  isCacheable,
  pageOf,
  peopleTag,
  type RenderedPage,
  setEncoding,
} from '../store/page.ts'
import type { PageStore } from '../store/page-store.ts'
import type { Render } from './render.ts'

/** Delay after a failed render before the next attempt, in milliseconds. */
const retryMs = 5_000

interface Options {
  render: Render
  policyOf: PolicyOf
  /** Headers of every response of the site. */
  headers: Readonly<Record<string, string>>
  store: PageStore
  log: Logger
}

/** The result of a render, with the page if it is cacheable. */
export interface RenderResult {
  rendered: RenderedPage
  page?: CachedPage
}

/** Renders pages and stores the cacheable ones. Concurrent requests for the same page share one render. */
export class PageRenderer {
  readonly #coalescing = new RequestCoalescing<RenderResult, ContentChange>()
  /** The tags so far of the pages that are being rendered, by key. */
  readonly #tags = new Map<string, ReadonlySet<string>>()
  /** Error pages of keys without a last good page. Another attempt may take as much time as the first one. */
  readonly #failures = new LRUCache<string, RenderResult>({ max: 50, ttl: retryMs })
  #closed = false

  constructor(private readonly options: Options) {}

  /** Returns whether rendering failed recently, so that it is too early for another attempt. */
  isFailing(key: string): boolean {
    return (this.options.store.get(key)?.retryAt ?? 0) > performance.now()
  }

  /**
   * Renders the page of a key and stores it if it is cacheable.
   *
   * @throws the error of the renderer
   */
  render(key: string): Promise<RenderResult> {
    const failure = this.#failures.get(key)
    if (failure) return Promise.resolve(failure)
    return this.#coalescing.join(key, (pending) =>
      this.#renderNow(key, pending).finally(() => this.#tags.delete(key)),
    )
  }

  async #renderNow(key: string, { isCurrent }: Pending<ContentChange>): Promise<RenderResult> {
    const { render, policyOf, headers, store } = this.options
    const rendered = await render(key, (tags) => this.#tags.set(key, tags)).catch((error) => {
      this.#failed(key)
      throw error
    })
    if (rendered.status >= 500) {
      this.#failed(key)
      // Unreachable content (503) costs little, and its return is not always reported.
      if (rendered.status === 500 && isCurrent(() => true)) this.#failures.set(key, { rendered })
      return { rendered }
    }
    const previous = store.get(key)
    if (previous) previous.retryAt = 0
    const policy = policyOf(requestOf(key))
    if (!policy || !isCacheable(rendered)) {
      store.setUncacheable(key)
      return { rendered }
    }
    const page = pageOf(rendered, policy, headers)
    if (previous?.source.body.equals(page.source.body)) {
      for (const [encoding, { body }] of previous.variants) setEncoding(page, encoding, body)
    }
    await addGzip(page)
    // If the page's content was published during the render, the page is returned to its waiting requests but not
    // stored.
    if (isCurrent((change) => isAffected(page.tags, change)) && !this.#closed) store.set(key, page)
    return { rendered, page }
  }

  /**
   * Marks renders in progress as outdated if they use changed content, so that their pages are not stored. All others
   * read the new content from now on.
   */
  change(change: ContentChange): void {
    const isPeople = change !== 'everything' && change.has(peopleTag)
    this.#coalescing.change(change, (key) => {
      const tags = this.#tags.get(key)
      return isPeople || !tags || isAffected(tags, change)
    })
    this.#failures.clear()
  }

  /** Prevents renders in progress from being stored. */
  close(): void {
    this.#closed = true
  }

  #failed(key: string): void {
    const { store, log } = this.options
    const last = store.get(key)
    if (!last) return
    const since = new Date(last.renderedAt)
    if (last.retryAt === 0) {
      const { language, path } = requestOf(key)
      log.warn({ language: language.code, path, since }, 'last good page served')
    }
    last.retryAt = performance.now() + retryMs
  }
}
