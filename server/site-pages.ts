import type { Content } from 'halvi-site/content/content'
import type { ContentUpdates } from 'halvi-site/content/content-updates'
import { type Redirects, readRedirects } from 'halvi-site/content/redirects'
import { readPages, type SitePage } from 'halvi-site/content/site-addresses'

/** The addresses that the content defines. */
interface Addresses {
  redirects: Redirects
  /** The pages that exist, by their canonical paths. */
  pages: ReadonlyMap<string, SitePage>
}

/**
 * The pages and redirects of the site. Links between languages come from here and not from a query of each page, which
 * would make all pages stale after each change of one.
 */
export class SitePages {
  #latest: Addresses | undefined
  /** The paths of the pages and their languages as JSON, to notice changes. */
  #known: string | undefined
  #reads = 0
  /** The latest read. */
  #reading: Promise<unknown> = Promise.resolve()
  readonly #listeners: (() => void)[] = []

  constructor(
    private readonly content: Pick<Content, 'reader'>,
    updates: Pick<ContentUpdates, 'onChange'>,
  ) {
    // If this fails, the next request that needs the addresses reads them again.
    updates.onChange(() => void this.read().catch(() => {}))
  }

  /** Resolves when all reads so far have ended. */
  async settled(): Promise<void> {
    for (let last: unknown; last !== this.#reading; await last) last = this.#reading
  }

  /** Calls a function after a page is added or removed, or its languages change. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /**
   * Resolves to the current addresses, which `content` caches.
   *
   * @throws ContentError
   */
  read(): Promise<Addresses> {
    const reading = this.#readNow()
    this.#reading = reading.catch(() => {})
    return reading
  }

  async #readNow(): Promise<Addresses> {
    const read = ++this.#reads
    const reader = this.content.reader()
    const [pages, redirects] = await Promise.all([readPages(reader), readRedirects(reader)])
    const addresses = { pages, redirects }
    if (read !== this.#reads) return addresses
    const isNew = pages !== this.#latest?.pages
    this.#latest = addresses
    if (isNew) this.#compare(pages)
    return addresses
  }

  #compare(pages: Addresses['pages']): void {
    const before = this.#known
    this.#known = JSON.stringify([...pages].map(([path, { languages }]) => [path, languages]))
    if (before === undefined || before === this.#known) return
    for (const listener of this.#listeners) listener()
  }
}
