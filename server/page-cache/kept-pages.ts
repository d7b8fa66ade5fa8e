import type { ContentChange, ContentUpdates } from 'halvi-site/content/content-updates'
import type { Logger } from 'pino'
import { disconnectedTtlMs } from '../limits.ts'
import type { PageAddress, PolicyOf } from './policy.ts'
import { PageRenderer, type RenderResult } from './rendering/page-renderer.ts'
import type { Render } from './rendering/render.ts'
import { Warming } from './rendering/warming.ts'
import { LastGoodPages } from './store/last-good-pages.ts'
import { type CachedPage, peopleTag } from './store/page.ts'
import { PageStore } from './store/page-store.ts'

/** Options for tests. They save about two seconds of processor time per site. */
export interface CachingOptions {
  /** Whether pages are rendered before they are requested. Default: true. */
  ahead?: boolean
  /** Brotli quality for cached pages. Default: the maximum. */
  brotliQuality?: number
  /** How long a request waits for a new page before it gets the last good one, in milliseconds. Default: 1,000. */
  timeoutMs?: number
}

/** How pages are rendered and stored. */
export interface KeptPagesOptions {
  render: Render
  policyOf: PolicyOf
  updates: Pick<ContentUpdates, 'connected' | 'onChange'>
  /** The folder for the last good pages. */
  folder: string
  /** Identifies the build. Stored pages of another build are discarded. */
  build: string
  /** Headers of every response of the site. */
  headers: Readonly<Record<string, string>>
  /** Resolves to the pages that are rendered even if nobody has requested them. */
  listed(): Promise<PageAddress[]>
  caching?: CachingOptions | undefined
  log: Logger
  /** Called with all cached pages after each complete run of rendering: after the start and after a publish. */
  onWarm(bodies: readonly Buffer[]): void
}

/** An expired page is still served for this time, in milliseconds, while a new one is rendered. */
const staleWhileRevalidateMs = 60_000

/** The cached pages, which are rendered again when their content changes. */
export class KeptPages {
  readonly #options: KeptPagesOptions
  readonly #lastGood: LastGoodPages
  readonly #store: PageStore
  readonly #renderer: PageRenderer
  /** Resolves when the pages from disk are in memory. */
  readonly restored: Promise<void>
  readonly #warming = new Warming({
    policyOf: (page) => this.#options.policyOf(page),
    listed: () => this.#options.listed(),
    staleKeys: () => this.#store.staleKeys(),
    isDue: (key) => !this.#renderer.isFailing(key) && isDue(this.#store.get(key)),
    render: (key) => this.#renderer.render(key),
    onDone: () => this.#options.onWarm(this.#store.bodies()),
  })

  constructor(options: KeptPagesOptions) {
    this.#options = options
    this.#lastGood = new LastGoodPages(options.folder, options.build, options.log)
    this.#store = new PageStore(this.#lastGood, options.policyOf, options.caching?.brotliQuality)
    this.#renderer = new PageRenderer({ ...options, store: this.#store })
    this.restored = this.#store.restore(options.headers).catch((err) => {
      options.log.error({ err }, 'reading the stored pages failed')
    })
    options.updates.onChange((change) => this.invalidate(change))
  }

  /** Returns the number of cached pages and their maximum size in memory, in bytes. */
  get size(): { pages: number; bytes: number } {
    return this.#store.size
  }

  /** Returns the page of a key, which may be stale. */
  get(key: string): CachedPage | undefined {
    return this.#store.get(key)
  }

  /** Returns whether responses of this key are not cacheable. */
  isUncacheable(key: string): boolean {
    return this.#store.isUncacheable(key)
  }

  /** Returns whether rendering failed recently, so that it is too early for another attempt. */
  isFailing(key: string): boolean {
    return this.#renderer.isFailing(key)
  }

  /** Returns whether a page may be sent immediately. Starts rendering a new one if the page has expired. */
  isFresh(key: string, page: CachedPage): boolean {
    if (page.stale || isOutdated(page)) return false
    const { connected } = this.#options.updates
    const { ttl, renderedAt } = page
    // The age is negative if the clock was set back. It then counts as unknown.
    const age = Date.now() - renderedAt
    if (age >= 0 && age < (connected ? ttl : Math.min(ttl, disconnectedTtlMs))) return true
    if (connected && age > ttl + staleWhileRevalidateMs) return false
    if (!this.#renderer.isFailing(key)) void this.render(key)
    return true
  }

  /** Renders a page. Resolves to undefined if that fails. */
  render(key: string): Promise<RenderResult | undefined> {
    return this.#renderer.render(key).catch(() => undefined)
  }

  /** Resolves when the pages that changes affect are rendered, unless they are rendered only on request. */
  settled(): Promise<void> {
    return this.#warming.settled()
  }

  /** Drops the pages that show people. They are not sent again, not even while rendering fails. */
  dropPeople(): void {
    this.#renderer.change(new Set([peopleTag]))
    this.#store.dropPeople()
  }

  /** Makes the pages that depend on changed content stale, and starts to render them again. */
  invalidate(change: ContentChange): void {
    this.#renderer.change(change)
    this.#store.invalidate(change)
    if (this.#options.caching?.ahead !== false) this.#warming.start()
  }

  /** Stops rendering and writes the newest pages to disk. */
  async close(): Promise<void> {
    this.#renderer.close()
    await this.#warming.close()
    await this.#lastGood.close()
  }
}

/** Returns whether a date on the page has been reached since it was rendered. */
const isOutdated = ({ changesAt }: CachedPage) => changesAt !== undefined && Date.now() >= changesAt

const isDue = (page: CachedPage | undefined) => !page || page.stale || isOutdated(page)
