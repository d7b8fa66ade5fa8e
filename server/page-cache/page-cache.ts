import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ContentChange, ContentUpdates } from '../../app/content/content-updates.ts'
import { notFoundPath } from '../../app/content/not-found.ts'
import { previewCookie } from '../../app/preview/cookie.ts'
import { hostPattern } from '../middleware/origin.ts'
import type { OnNotFound } from '../middleware/request-log.ts'
import { isVariant, keyFor, keyOf, pathOf, requestOf } from './key.ts'
import { type Made, PageMaker } from './making/page-maker.ts'
import type { Render } from './making/render.ts'
import { Warming } from './making/warming.ts'
import type { PolicyOf } from './policy.ts'
import { sendFailure, sendPage } from './send.ts'
import { LastGoodPages } from './store/last-good-pages.ts'
import type { Page } from './store/page.ts'
import { PageStore } from './store/page-store.ts'

/** Saves most tests two seconds of a processor for each site. */
export interface CachingOptions {
  /** Whether pages are made before somebody asks; unless false. */
  ahead?: boolean
  /** Brotli's quality for pages that stay; the best unless set. */
  brotliQuality?: number
}

interface Options {
  render: Render
  policyOf: PolicyOf
  updates: Pick<ContentUpdates, 'connected' | 'onChange'>
  /** Where the last good pages are kept. */
  folder: string
  /** What pages are made by and for; those of another build are of no use. */
  build: string
  /** What every answer of the site carries. */
  headers: Readonly<Record<string, string>>
  /** Whether nothing is at a path, for certain: one page is kept for all of those. */
  isUnknown(path: string): Promise<boolean>
  onNotFound: OnNotFound
  /** Called for each page that is sent, with its path. Must not throw. */
  onSeen(path: string, request: IncomingMessage): void
  /** Whether these cookies let a browser see drafts. */
  isInPreview(cookies: string): boolean
  caching?: CachingOptions | undefined
  log: Logger
  /** Given all pages that are kept, whenever they have been made: after the start, after a publish. */
  onWarm(bodies: readonly Buffer[]): void
}

// All in milliseconds.
/** A page that is older than it should be is served for so long, while a new one is made. */
const staleWhileRevalidateMs = 60_000
/** While nothing is heard of what is published, pages are made anew after this time. */
export const disconnectedTtlMs = 10_000
/** Whoever waits for longer gets the last good page. */
const timeoutMs = 1_000

const sitemap = '/sitemap.xml'

/** Most visitors have no such cookie: looking at its signature costs more than a page. */
const mayBeInPreview = new RegExp(`(^|[;\\s])${previewCookie}=`)

/** A shared HTTP cache (RFC 9111) for pages whose routes have `handle.cache`; see docs/page-cache.md. */
export class PageCache {
  /** Requests since the start: answered from memory, after a page was made, by the last good one. */
  readonly counts = { hit: 0, miss: 0, stale: 0 }
  readonly #options: Options
  readonly #lastGood: LastGoodPages
  readonly #store: PageStore
  readonly #maker: PageMaker
  readonly #restored: Promise<void>
  readonly #warming = new Warming({
    policyOf: (path) => this.#options.policyOf(path),
    listed: async () => [
      notFoundPath,
      ...(await this.#listedPaths().catch((err) => {
        this.#options.log.error({ err }, 'the sitemap could not be read')
        return []
      })),
    ],
    staleKeys: () => this.#store.staleKeys(),
    isDue: (key) => !this.#maker.isFailing(key) && isDue(this.#store.get(key)),
    make: (key) => this.#maker.make(key),
    onDone: () => this.#options.onWarm(this.#store.bodies()),
  })

  constructor(options: Options) {
    this.#options = options
    this.#lastGood = new LastGoodPages(options.folder, options.build, options.log)
    this.#store = new PageStore(this.#lastGood, options.policyOf, options.caching?.brotliQuality)
    this.#maker = new PageMaker({ ...options, store: this.#store })
    this.#restored = this.#store.restore(options.headers).catch((err) => {
      options.log.error({ err }, 'the last good pages could not be read')
    })
    options.updates.onChange((change) => this.#drop(change))
  }

  /** How many pages are kept, and the bytes that they take at most. */
  get size(): { pages: number; bytes: number } {
    return this.#store.size
  }

  /** Answers a request by a page that is kept or can be; passes every other one on to `next`. */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const found = this.#isForEverybody(request) ? this.#find(request) : undefined
    if (!found) next()
    else if (found.page && this.#isGood(found.key, found.page)) {
      this.counts.hit++
      this.#answer(found.key, found.page, request, response)
    } else if (isVariant(found.key) || this.#store.isUncacheable(found.key)) next()
    else
      this.#answerLater(found.key, request, response, next).catch((error) => {
        this.#options.log.error({ err: error }, 'a kept page could not be sent')
        response.destroy()
      })
  }

  /** Returns the key of a request, and its page if there is one. Most addresses are keys as they are. */
  #find({ url = '', headers }: IncomingMessage) {
    const direct = keyFor(url, headers)
    const page = this.#store.get(direct)
    if (page) return { key: direct, page }
    const key = keyOf(url, headers, this.#options.policyOf)
    return key === undefined ? undefined : { key, page: this.#store.get(key) }
  }

  /** Stops making pages; those on disk are the newest then. */
  async close(): Promise<void> {
    this.#maker.close()
    await this.#warming.close()
    await this.#lastGood.close()
  }

  /** Whether a page may be sent right away. Has a new one made when its time has come. */
  #isGood(key: string, page: Page): boolean {
    if (page.stale || isOver(page)) return false
    const { connected } = this.#options.updates
    const { ttl, made } = page
    // Below nothing where the clock has been set back: how old it is can't be told.
    const age = Date.now() - made
    if (age >= 0 && age < (connected ? ttl : Math.min(ttl, disconnectedTtlMs))) return true
    if (connected && age > ttl + staleWhileRevalidateMs) return false
    if (!this.#maker.isFailing(key)) void this.#tryToMake(key)
    return true
  }

  async #answerLater(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ): Promise<void> {
    await this.#restored
    const { path } = requestOf(key)
    const mayBeMissing = !this.#store.get(key) && path !== notFoundPath
    if (mayBeMissing && (await this.answerNotFound(path, request, response))) return
    const last = this.#store.get(key)
    const made = last && this.#maker.isFailing(key) ? undefined : this.#tryToMake(key)
    const late = sleep(timeoutMs, undefined, { ref: false })
    const outcome = await (last ? Promise.race([made, late]) : made)
    if (!this.#answerMade(key, outcome, last, request, response)) next()
  }

  /** Answers by what was made, or by the last good page. Returns false if neither is an answer. */
  #answerMade(
    key: string,
    made: Made | undefined,
    last: Page | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): boolean {
    if (response.destroyed) return true
    if (made?.page) {
      this.counts.miss++
      this.#answer(key, made.page, request, response)
    } else if (made && made.rendered.status < 500) return false
    else if (last) {
      this.counts.stale++
      sendPage(request, response, last, secondsSince(last.made))
    } else if (made) {
      this.counts.miss++
      sendFailure(request, response, made.rendered, this.#options.headers)
    } else return false
    return true
  }

  #answer(key: string, page: Page, request: IncomingMessage, response: ServerResponse): void {
    // The page itself was made without knowing who asks, nor, mostly, for what.
    if (page.status === 404) this.#options.onNotFound(request)
    else this.#options.onSeen(pathOf(key), request)
    sendPage(request, response, page)
  }

  /**
   * Answers with the page for all paths where nothing is. Resolves to false where something is, or may be.
   */
  async answerNotFound(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    if (!this.#isForEverybody(request) || !(await this.#options.isUnknown(path))) return false
    const key = keyFor(notFoundPath, request.headers)
    const kept = this.#store.get(key)
    const page = kept && this.#isGood(key, kept) ? kept : (await this.#tryToMake(key))?.page
    if (page?.status !== 404) return false
    if (!response.destroyed) this.#answer(key, page, request, response)
    return true
  }

  /**
   * Answers with a page that query parameters make, or resolves to false. Anybody may invent parameters, so
   * this belongs behind all limits of the site.
   */
  async answerVariant(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { originalUrl: url = request.url ?? '' } = request as { originalUrl?: string }
    const key = this.#isForEverybody(request)
      ? keyOf(url, request.headers, this.#options.policyOf)
      : undefined
    if (key === undefined || !isVariant(key)) return false
    const last = this.#store.get(key)
    return this.#answerMade(key, await this.#tryToMake(key), last, request, response)
  }

  #tryToMake(key: string): Promise<Made | undefined> {
    return this.#maker.make(key).catch(() => undefined)
  }

  /** The page that everybody gets at a path, kept or made now; undefined where none is, or it can't be made. */
  async page(path: string): Promise<Buffer | undefined> {
    const { policyOf, isUnknown } = this.#options
    await this.#restored
    const kept = this.#store.get(path)
    if (kept && this.#isGood(path, kept)) return bodyOf(kept)
    if (!policyOf(path) || (await isUnknown(path))) return undefined
    const made = this.#maker.isFailing(path) ? undefined : await this.#tryToMake(path)
    return bodyOf(made?.page ?? kept)
  }

  /** Whether a request reads a page, and would get the same one as everybody. */
  #isForEverybody({ method, headers }: IncomingMessage): boolean {
    if (method !== 'GET' && method !== 'HEAD') return false
    const { cookie } = headers
    if (cookie !== undefined && mayBeInPreview.test(cookie) && this.#options.isInPreview(cookie)) {
      return false
    }
    return hostPattern.test(headers.host ?? '')
  }

  #drop(change: ContentChange): void {
    this.#maker.change(change)
    this.#store.drop(change)
    if (this.#options.caching?.ahead !== false) this.#warming.start()
  }

  /** The paths in the sitemap, https://www.sitemaps.org/protocol.html; none when it can't be made. */
  async #listedPaths(): Promise<string[]> {
    const kept = this.#store.get(sitemap)
    const page = kept && !kept.stale ? kept : (await this.#tryToMake(sitemap))?.page
    const addresses = page?.source.body.toString().matchAll(/<loc>([^<]+)<\/loc>/g) ?? []
    return Array.from(addresses, ([, address = '']) => new URL(address).pathname)
  }
}

/** Whether a date in it has come since it was made. */
const isOver = ({ changesAt }: Page) => changesAt !== undefined && Date.now() >= changesAt

/** None where the clock has been set back. */
const secondsSince = (time: number) => Math.max(0, Math.round((Date.now() - time) / 1000))

const isDue = (page: Page | undefined) => !page || page.stale || isOver(page)

function bodyOf(page: Page | undefined): Buffer | undefined {
  return page?.status === 200 ? page.source.body : undefined
}
