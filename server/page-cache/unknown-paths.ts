import { isDecodable } from 'halvi-kit/percent-encoding'
import { RequestCoalescing } from 'halvi-kit/request-coalescing'
import { pageSlug } from '../../app/addresses.ts'
import type { Content } from '../../app/content/content.ts'
import {
  type ContentChange,
  type ContentUpdates,
  isAffected,
} from '../../app/content/content-updates.ts'
import {
  aliasRedirect,
  type LocalAddress,
  type Redirection,
  type Redirects,
  readPages,
  readRedirects,
  redirectFor,
  type SitePage,
} from '../../app/content/site-addresses.ts'
import { english } from '../../app/language/language.ts'
import type { RouteHandle } from '../../app/route-handle.ts'
import type { SiteLanguages } from '../languages/site-languages.ts'
import type { SiteRoute } from '../remix/site-routes.ts'
import { disconnectedTtlMs } from './page-cache.ts'

interface Options {
  routeAt(path: string): SiteRoute | undefined
  languages: Pick<SiteLanguages, 'split'>
  content: Pick<Content, 'reader'>
  updates: Pick<ContentUpdates, 'connected' | 'onChange'>
}

/** The addresses defined by the content. */
interface Addresses {
  redirects: Redirects
  /** The pages that exist, by their canonical paths. */
  pages: ReadonlyMap<string, SitePage>
  read: number
}

// Maximum age of the addresses while the site receives content updates, in milliseconds.
const ttlMs = 600_000

/** Finds, without rendering a page, paths that have no route and no page in the content, and their redirects. */
export class UnknownPaths {
  readonly #options: Options
  readonly #coalescing = new RequestCoalescing<Addresses, ContentChange>()
  #addresses: (Addresses & { tags: ReadonlySet<string> }) | undefined

  constructor(options: Options) {
    this.#options = options
    options.updates.onChange((change) => {
      this.#coalescing.change(change)
      if (this.#addresses && isAffected(this.#addresses.tags, change)) this.#addresses = undefined
    })
  }

  /** Resolves to whether a path is known not to exist. Resolves to false while the content is unreachable. */
  async has(path: string): Promise<boolean> {
    const url = new URL(`http://here.invalid${path}`)
    const { addresses, ...local } = await this.#withoutPage(path)
    return addresses !== undefined && !redirectFor(url, local, addresses)
  }

  /** Resolves to the redirect at a URL of this site, or undefined if it has no redirect or may have a page. */
  async redirectAt(url: URL): Promise<Redirection | undefined> {
    const local = this.#options.languages.split(url.pathname)
    const alias = aliasRedirect(url, local)
    if (alias) return alias
    const { addresses } = await this.#withoutPage(url.pathname)
    return addresses && redirectFor(url, local, addresses)
  }

  /** Resolves to all addresses, or to none if a page may be at the path. */
  async #withoutPage(
    address: string,
  ): Promise<LocalAddress & { addresses?: Addresses | undefined }> {
    const local = this.#options.languages.split(address)
    const { language, path } = local
    if (!isDecodable(path) || path === '/__manifest') return local
    const route = this.#options.routeAt(path)
    if (route?.params.length === 0) return local
    // The content does not know the parameters of pages that are never cached, such as tokens.
    if (route && !(route.module.handle as RouteHandle | undefined)?.cache) return local
    const addresses = await this.#current().catch(() => undefined)
    const page = addresses?.pages.get(route ? route.path : `/${pageSlug(path)}`)
    return { ...local, addresses: page?.languages.includes(language.code) ? undefined : addresses }
  }

  async #current(): Promise<Addresses> {
    const ttl = this.#options.updates.connected ? ttlMs : disconnectedTtlMs
    const cached = this.#addresses
    if (cached && Date.now() - cached.read < ttl) return cached
    return this.#coalescing.join('addresses', async ({ isCurrent }) => {
      const reader = this.#options.content.reader(english)
      const [pages, redirects] = await Promise.all([readPages(reader), readRedirects(reader)])
      const addresses = { pages, redirects, read: Date.now() }
      const { tags } = reader
      if (isCurrent((change) => isAffected(tags, change))) this.#addresses = { ...addresses, tags }
      return addresses
    })
  }
}
