import { RequestCoalescing } from 'halvi-runtime/request-coalescing'
import type { Logger } from 'pino'
import { type ContentChange, isHit } from '../../../app/content/content-updates.ts'
import { requestOf } from '../key.ts'
import type { PolicyOf } from '../policy.ts'
import { addQuickCodings, type Page, pageOf, takeCodings } from '../store/page.ts'
import type { PageStore } from '../store/page-store.ts'
import { isCacheable, type RenderedPage } from '../store/rendered-page.ts'
import { Failures } from './failures.ts'
import type { Render } from './render.ts'

interface Options {
  render: Render
  policyOf: PolicyOf
  /** What every answer of the site carries. */
  headers: Readonly<Record<string, string>>
  store: PageStore
  log: Logger
}

/** What has been made for a path: a page, unless it may not be kept. */
export interface Made {
  rendered: RenderedPage
  page?: Page
}

/** Makes pages, each once for all who ask meanwhile, and keeps those that may be kept. */
export class PageMaker {
  readonly #options: Options
  readonly #coalescing = new RequestCoalescing<Made, ContentChange>()
  readonly #failures: Failures
  #closed = false

  constructor(options: Options) {
    this.#options = options
    this.#failures = new Failures(options.log)
  }

  /** Whether a page that has a last good form could not be made a moment ago. */
  isFailing(key: string): boolean {
    return this.#failures.isRecent(key)
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
      this.#failures.forget(key)
      const policy = policyOf(requestOf(key).path)
      if (!policy || !isCacheable(rendered)) {
        store.setUncacheable(key)
        return { rendered }
      }
      const page = pageOf(rendered, policy, headers)
      const former = store.get(key)
      if (former?.source.body.equals(page.source.body)) takeCodings(page, former)
      await addQuickCodings(page)
      // A page that something of was published meanwhile goes to those who asked before, no further.
      if (isCurrent((change) => isHit(page.tags, change)) && !this.#closed) store.keep(key, page)
      return { rendered, page }
    })
  }

  /** What is being made of something that has changed is not kept; all pages deserve a try if all has. */
  change(change: ContentChange): void {
    this.#coalescing.change(change)
    if (change === 'everything') this.#failures.forgetAll()
  }

  /** Nothing that is still being made is kept. */
  close(): void {
    this.#closed = true
  }

  #failed(key: string): void {
    const last = this.#options.store.get(key)
    if (last) this.#failures.add(key, last)
  }
}
