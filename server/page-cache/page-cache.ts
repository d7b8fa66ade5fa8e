import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redirection } from 'halvi-site/content/redirects'
import type { LocalAddress } from 'halvi-site/language/local-path'
import type { OnNotFound } from '../middleware/request-log.ts'
import { KeptPages, type KeptPagesOptions } from './kept-pages.ts'
import { isVariant, keyFor, keyOf, pageIn } from './key.ts'
import { isPublic, type PublicRequestOptions } from './public-request.ts'
import type { RenderResult } from './rendering/page-renderer.ts'
import { sendFailure, sendPage } from './send.ts'
import type { CachedPage } from './store/page.ts'

/** The address of a request, with its query. */
type RequestedAddress = LocalAddress & { search: string }

interface Options extends KeptPagesOptions, PublicRequestOptions {
  /** Returns the usual spelling of a page's path, or undefined if no page can be there. */
  canonicalOf(path: string): string | undefined
  /** The path of the page that is sent for paths that don't exist. */
  notFoundPath: string
  /** Resolves to whether a path is known not to exist. One cached page is sent for all such paths of a language. */
  isUnknown(address: RequestedAddress): Promise<boolean>
  /** Resolves to the redirect at an address, or undefined if it has no redirect or may have a page. */
  redirectAt(address: RequestedAddress): Promise<Redirection | undefined>
  onNotFound: OnNotFound
  /** Called with the key of the page, without parameters, for each page that is sent. Must not throw. */
  onSeen(page: string, request: IncomingMessage): void
}

/** A shared HTTP cache (RFC 9111) for pages whose routes have `handle.cache`. See docs/operate/page-cache.md. */
export class PageCache {
  /**
   * Requests since the start: served from memory (hit), after rendering (miss), or with the last good page (stale).
   */
  readonly counts = { hit: 0, miss: 0, stale: 0 }
  readonly pages: KeptPages
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.pages = new KeptPages(options)
  }

  /**
   * Handles a request with a cached page, or with a page that is rendered and cached now. Passes all other requests
   * to `next`.
   */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const found = isPublic(request, this.#options) ? this.#find(request) : undefined
    if (!found) next()
    else if (found.page && this.pages.isFresh(found.key, found.page)) {
      this.counts.hit++
      this.#send(found.key, found.page, request, response)
    } else if (isVariant(found.key) || this.pages.isUncacheable(found.key)) next()
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
    const page = this.pages.get(direct)
    if (page) return { key: direct, page }
    const { policyOf, canonicalOf } = this.#options
    const key = keyOf(address, search, headers, policyOf)
    if (key !== undefined) return { key, page: this.pages.get(key) }
    // Anyone can invent other spellings of a path, so they get the page that is cached already.
    const canonical = canonicalOf(path)
    if (canonical === undefined || canonical === path) return undefined
    const usual = keyOf({ ...address, path: canonical }, search, headers, policyOf)
    const cached = usual === undefined ? undefined : this.pages.get(usual)
    return usual && cached && { key: usual, page: cached }
  }

  async #sendLater(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ): Promise<void> {
    await this.pages.restored
    const mayBeMissing = !this.pages.get(key) && request.address.path !== this.#options.notFoundPath
    if (mayBeMissing && (await this.sendWithoutPage(request, response))) return
    const last = this.pages.get(key)
    const result = last && this.pages.isFailing(key) ? undefined : this.pages.render(key)
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
    if (!isPublic(request, this.#options)) return false
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
    const cached = this.pages.get(key)
    const page =
      cached && this.pages.isFresh(key, cached) ? cached : (await this.pages.render(key))?.page
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
    const key = isPublic(request, this.#options)
      ? keyOf(address, address.search, headers, this.#options.policyOf)
      : undefined
    if (key === undefined || !isVariant(key)) return false
    const last = this.pages.get(key)
    return this.#sendResult(key, await this.pages.render(key), last, request, response)
  }

  /**
   * Resolves to the public page at an address, from the cache or rendered now. Resolves to undefined if the path does
   * not exist or rendering fails.
   */
  async page(address: LocalAddress): Promise<Buffer | undefined> {
    const { policyOf, isUnknown } = this.#options
    await this.pages.restored
    const key = keyFor(address, {})
    const cached = this.pages.get(key)
    if (cached && this.pages.isFresh(key, cached)) return bodyOf(cached)
    if (!policyOf(address) || (await isUnknown({ ...address, search: '' }))) return undefined
    const result = this.pages.isFailing(key) ? undefined : await this.pages.render(key)
    return bodyOf(result?.page ?? cached)
  }
}

/** Returns the seconds since a time, or 0 if the clock was set back. */
const secondsSince = (time: number) => Math.max(0, Math.round((Date.now() - time) / 1000))

function bodyOf(page: CachedPage | undefined): Buffer | undefined {
  return page?.status === 200 ? page.source.body : undefined
}
