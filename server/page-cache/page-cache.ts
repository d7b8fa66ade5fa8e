import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { hostPattern } from 'halvi-kit/network'
import { sentIdIn } from 'halvi-leads/submit'
import type { ContentChange, ContentUpdates } from 'halvi-site/content/content-updates'
import type { Redirection } from 'halvi-site/content/redirects'
import type { LocalAddress } from 'halvi-site/language/local-path'
import { previewCookie } from 'halvi-site/preview/cookie'
import type { Logger } from 'pino'
import { disconnectedTtlMs } from '../limits.ts'
import type { OnNotFound } from '../middleware/request-log.ts'
import { isVariant, keyFor, keyOf, pageIn } from './key.ts'
import type { PageAddress, PolicyOf } from './policy.ts'
import { PageRenderer, type RenderResult } from './rendering/page-renderer.ts'
import type { Render } from './rendering/render.ts'
import { Warming } from './rendering/warming.ts'
import { sendFailure, sendPage } from './send.ts'
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

/** The address of a request, with its query. */
type RequestedAddress = LocalAddress & { search: string }

interface Options {
  render: Render
  policyOf: PolicyOf
  /** Returns the usual spelling of a page's path, or undefined if no page can be there. */
  canonicalOf(path: string): string | undefined
  updates: Pick<ContentUpdates, 'connected' | 'onChange'>
  /** The folder for the last good pages. */
  folder: string
  /** Identifies the build. Stored pages of another build are discarded. */
  build: string
  /** Headers of every response of the site. */
  headers: Readonly<Record<string, string>>
  /** Resolves to the pages that are rendered even if nobody has requested them. */
  listed(): Promise<PageAddress[]>
  /** The path of the page that is sent for paths that don't exist. */
  notFoundPath: string
  /** Resolves to whether a path is known not to exist. One cached page is sent for all such paths of a language. */
  isUnknown(address: RequestedAddress): Promise<boolean>
  /** Resolves to the redirect at an address, or undefined if it has no redirect or may have a page. */
  redirectAt(address: RequestedAddress): Promise<Redirection | undefined>
  onNotFound: OnNotFound
  /** Called with the key of the page, without parameters, for each page that is sent. Must not throw. */
  onSeen(page: string, request: IncomingMessage): void
  /** Returns whether a browser with these cookies may see drafts. */
  isInPreview(cookies: string): boolean
  /** Returns whether a path is that of a page after a form, which is the own page of a visitor who has just sent it. */
  isConfirmation(path: string): boolean
  caching?: CachingOptions | undefined
  log: Logger
  /** Called with all cached pages after each complete run of rendering: after the start and after a publish. */
  onWarm(bodies: readonly Buffer[]): void
}

/** An expired page is still served for this time, in milliseconds, while a new one is rendered. */
const staleWhileRevalidateMs = 60_000

/**
 * Matches cookies that may belong to a preview. Most visitors have none, and verifying the signature takes longer
 * than sending a page.
 */
const mayBeInPreview = new RegExp(`(^|[;\\s])${previewCookie}=`)

/** A shared HTTP cache (RFC 9111) for pages whose routes have `handle.cache`. See docs/operate/page-cache.md. */
export class PageCache {
  /**
   * Requests since the start: served from memory (hit), after rendering (miss), or with the last good page (stale).
   */
  readonly counts = { hit: 0, miss: 0, stale: 0 }
  readonly #options: Options
  readonly #lastGood: LastGoodPages
  readonly #store: PageStore
  readonly #renderer: PageRenderer
  readonly #restored: Promise<void>
  readonly #warming = new Warming({
    policyOf: (page) => this.#options.policyOf(page),
    listed: () => this.#options.listed(),
    staleKeys: () => this.#store.staleKeys(),
    isDue: (key) => !this.#renderer.isFailing(key) && isDue(this.#store.get(key)),
    render: (key) => this.#renderer.render(key),
    onDone: () => this.#options.onWarm(this.#store.bodies()),
  })

  constructor(options: Options) {
    this.#options = options
    this.#lastGood = new LastGoodPages(options.folder, options.build, options.log)
    this.#store = new PageStore(this.#lastGood, options.policyOf, options.caching?.brotliQuality)
    this.#renderer = new PageRenderer({ ...options, store: this.#store })
    this.#restored = this.#store.restore(options.headers).catch((err) => {
      options.log.error({ err }, 'reading the stored pages failed')
    })
    options.updates.onChange((change) => this.#invalidate(change))
  }

  /** Returns the number of cached pages and their maximum size in memory, in bytes. */
  get size(): { pages: number; bytes: number } {
    return this.#store.size
  }

  /**
   * Handles a request with a cached page, or with a page that is rendered and cached now. Passes all other requests
   * to `next`.
   */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const found = this.#isPublic(request) ? this.#find(request) : undefined
    if (!found) next()
    else if (found.page && this.#isFresh(found.key, found.page)) {
      this.counts.hit++
      this.#send(found.key, found.page, request, response)
    } else if (isVariant(found.key) || this.#store.isUncacheable(found.key)) next()
    else
      this.#sendLater(found.key, request, response, next).catch((error) => {
        this.#options.log.error({ err: error }, 'sending a cached page failed')
        response.destroy()
      })
  }

  /** Returns the key of a request, and its page if there is one. For most requests, the address is the key. */
  #find({ address, headers }: IncomingMessage) {
    const { path, search } = address
    const direct = keyFor(address, headers, search)
    const page = this.#store.get(direct)
    if (page) return { key: direct, page }
    const { policyOf, canonicalOf } = this.#options
    const key = keyOf(address, search, headers, policyOf)
    if (key !== undefined) return { key, page: this.#store.get(key) }
    // Anyone can invent other spellings of a path, so they get the page that is cached already.
    const canonical = canonicalOf(path)
    if (canonical === undefined || canonical === path) return undefined
    const usual = keyOf({ ...address, path: canonical }, search, headers, policyOf)
    const cached = usual === undefined ? undefined : this.#store.get(usual)
    return usual && cached && { key: usual, page: cached }
  }

  /** Resolves when the pages that changes affect are rendered, unless they are rendered only on request. */
  settled(): Promise<void> {
    return this.#warming.settled()
  }

  /** Stops rendering and writes the newest pages to disk. */
  async close(): Promise<void> {
    this.#renderer.close()
    await this.#warming.close()
    await this.#lastGood.close()
  }

  /** Returns whether a page may be sent immediately. Starts rendering a new one if the page has expired. */
  #isFresh(key: string, page: CachedPage): boolean {
    if (page.stale || isOutdated(page)) return false
    const { connected } = this.#options.updates
    const { ttl, renderedAt } = page
    // The age is negative if the clock was set back. It then counts as unknown.
    const age = Date.now() - renderedAt
    if (age >= 0 && age < (connected ? ttl : Math.min(ttl, disconnectedTtlMs))) return true
    if (connected && age > ttl + staleWhileRevalidateMs) return false
    if (!this.#renderer.isFailing(key)) void this.#tryToRender(key)
    return true
  }

  async #sendLater(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ): Promise<void> {
    await this.#restored
    const mayBeMissing =
      !this.#store.get(key) && request.address.path !== this.#options.notFoundPath
    if (mayBeMissing && (await this.sendWithoutPage(request, response))) return
    const last = this.#store.get(key)
    const result = last && this.#renderer.isFailing(key) ? undefined : this.#tryToRender(key)
    const late = sleep(this.#options.caching?.timeoutMs ?? 1_000, undefined, { ref: false })
    const outcome = await (last ? Promise.race([result, late]) : result)
    if (!this.#sendResult(key, outcome, last, request, response)) next()
  }

  /** Sends the rendered page or the last good page. Returns false if neither can be sent. */
  #sendResult(
    key: string,
    result: RenderResult | undefined,
    last: CachedPage | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): boolean {
    if (response.destroyed) return true
    if (result?.page) {
      this.counts.miss++
      this.#send(key, result.page, request, response)
    } else if (result && result.rendered.status < 500) return false
    else if (last) {
      this.counts.stale++
      sendPage(request, response, last, secondsSince(last.renderedAt))
    } else if (result) {
      this.counts.miss++
      sendFailure(request, response, result.rendered, this.#options.headers)
    } else return false
    return true
  }

  #send(key: string, page: CachedPage, request: IncomingMessage, response: ServerResponse): void {
    // Counted here because cached pages are rendered without data of the request.
    if (page.status === 404) this.#options.onNotFound(request)
    else this.#options.onSeen(pageIn(key), request)
    sendPage(request, response, page)
  }

  /**
   * Sends the redirect of an address without a page, or the cached page for paths that don't exist. Resolves to false if
   * there may be a page.
   */
  async sendWithoutPage(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (!this.#isPublic(request)) return false
    const { address } = request
    const { notFoundPath, redirectAt, isUnknown } = this.#options
    const redirect = await redirectAt(address)
    if (redirect) {
      const headers = { ...this.#options.headers, ...redirect.headers, 'Content-Length': '0' }
      if (!response.headersSent) response.writeHead(redirect.status, headers).end()
      return true
    }
    if (!(await isUnknown(address))) return false
    const key = keyFor({ ...address, path: notFoundPath }, request.headers)
    const cached = this.#store.get(key)
    const page =
      cached && this.#isFresh(key, cached) ? cached : (await this.#tryToRender(key))?.page
    if (page?.status !== 404) return false
    if (!response.destroyed) this.#send(key, page, request, response)
    return true
  }

  /**
   * Sends a page that depends on query parameters, or resolves to false. Anyone can invent parameters, so call this
   * behind all limits of the site.
   */
  async sendVariant(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { address, headers } = request
    const key = this.#isPublic(request)
      ? keyOf(address, address.search, headers, this.#options.policyOf)
      : undefined
    if (key === undefined || !isVariant(key)) return false
    const last = this.#store.get(key)
    return this.#sendResult(key, await this.#tryToRender(key), last, request, response)
  }

  #tryToRender(key: string): Promise<RenderResult | undefined> {
    return this.#renderer.render(key).catch(() => undefined)
  }

  /**
   * Resolves to the public page at an address, from the cache or rendered now. Resolves to undefined if the path does
   * not exist or rendering fails.
   */
  async page(address: LocalAddress): Promise<Buffer | undefined> {
    const { policyOf, isUnknown } = this.#options
    await this.#restored
    const key = keyFor(address, {})
    const cached = this.#store.get(key)
    if (cached && this.#isFresh(key, cached)) return bodyOf(cached)
    if (!policyOf(address) || (await isUnknown({ ...address, search: '' }))) return undefined
    const result = this.#renderer.isFailing(key) ? undefined : await this.#tryToRender(key)
    return bodyOf(result?.page ?? cached)
  }

  /** Returns whether a request is for a page that is the same for all visitors. */
  #isPublic({ method, headers, address }: IncomingMessage): boolean {
    if (address.isMoved || address.isForClient) return false
    if (method !== 'GET' && method !== 'HEAD') return false
    const { cookie } = headers
    if (sentIdIn(cookie) !== undefined && this.#options.isConfirmation(address.path)) return false
    if (cookie !== undefined && mayBeInPreview.test(cookie) && this.#options.isInPreview(cookie)) {
      return false
    }
    return hostPattern.test(headers.host ?? '')
  }

  /** Drops the pages that show people. They are not sent again, not even while rendering fails. */
  dropPeople(): void {
    this.#renderer.change(new Set([peopleTag]))
    this.#store.dropPeople()
  }

  /** Makes all pages stale. */
  invalidateAll(): void {
    this.#invalidate('everything')
  }

  #invalidate(change: ContentChange): void {
    this.#renderer.change(change)
    this.#store.invalidate(change)
    if (this.#options.caching?.ahead !== false) this.#warming.start()
  }
}

/** Returns whether a date on the page has been reached since it was rendered. */
const isOutdated = ({ changesAt }: CachedPage) => changesAt !== undefined && Date.now() >= changesAt

/** Returns the seconds since a time, or 0 if the clock was set back. */
const secondsSince = (time: number) => Math.max(0, Math.round((Date.now() - time) / 1000))

const isDue = (page: CachedPage | undefined) => !page || page.stale || isOutdated(page)

function bodyOf(page: CachedPage | undefined): Buffer | undefined {
  return page?.status === 200 ? page.source.body : undefined
}
