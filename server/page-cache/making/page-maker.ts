import { RequestCoalescing } from 'halvi-runtime/request-coalescing'
import type { Logger } from 'pino'
import { type ContentChange, isHit } from '../../../app/content/content-updates.ts'
import { requestOf } from '../key.ts'
import type { PolicyOf } from '../policy.ts'
import {
  addQuickCodings,
  isCacheable,
  type Page,
  pageOf,
  type RenderedPage,
  takeCodings,
} from '../store/page.ts'
import type { PageStore } from '../store/page-store.ts'
import type { Render } from './render.ts'

/** The time from a failure to the next try, in milliseconds. */
const retryMs = 5_000

interface Options {
  render: Render
  policyOf: PolicyOf
  /** What every answer of the site carries. */
  headers: Readonly<Record<string, string>>
  store: PageStore
  log: Logger
}

/** What was rendered for a path, and its page if that may be kept. */
export interface Made {
  rendered: RenderedPage
  page?: Page
}

/** Makes pages, each once for all who ask meanwhile, and keeps those that may be kept. */
export class PageMaker {
  readonly #options: Options
  readonly #coalescing = new RequestCoalescing<Made, ContentChange>()
  #closed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Whether it is too early to try again: the last good page could not be replaced a moment ago. */
  isFailing(key: string): boolean {
    return (this.#options.store.get(key)?.retryAt ?? 0) > performance.now()
  }

  /** @throws whatever rendering throws */
  make(key: string): Promise<Made> {
    const { render, policyOf, headers, store } = this.#options
    return this.#coalescing.join(key, async ({ isCurrent }) => {
      const rendered = await render(key).catch((error) => {
        this.#failed(key)
        throw error
      })
      if (rendered.status >= 500) {
        this.#failed(key)
        return { rendered }
      }
      const former = store.get(key)
      if (former) former.retryAt = 0
      const policy = policyOf(requestOf(key).path)
      if (!policy || !isCacheable(rendered)) {
        store.setUncacheable(key)
        return { rendered }
      }
      const page = pageOf(rendered, policy, headers)
      if (former?.source.body.equals(page.source.body)) takeCodings(page, former)
      await addQuickCodings(page)
      // If its content was published meanwhile, the page goes to those who asked before and no further.
      if (isCurrent((change) => isHit(page.tags, change)) && !this.#closed) store.keep(key, page)
      return { rendered, page }
    })
  }

  /** Keeps no page that is being made of content that has changed. */
  change(change: ContentChange): void {
    this.#coalescing.change(change)
  }

  /** Keeps no page that is still being made. */
  close(): void {
    this.#closed = true
  }

  #failed(key: string): void {
    const { store, log } = this.#options
    const last = store.get(key)
    if (!last) return
    const since = new Date(last.made)
    if (last.retryAt === 0) log.warn({ path: requestOf(key).path, since }, 'last good page served')
    last.retryAt = performance.now() + retryMs
  }
}
