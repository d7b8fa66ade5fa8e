import { isDecodable } from 'halvi-kit/percent-encoding'
import { pageSlug } from 'halvi-site/addresses'
import { aliasRedirect, type Redirection, redirectFor } from 'halvi-site/content/redirects'
import type { LocalAddress } from 'halvi-site/language/local-path'
import type { SiteRoute } from '../../app/handler/site-routes.ts'
import type { RouteHandle } from '../../app/route-handle.ts'
import type { SitePages } from '../site-pages.ts'

interface Options {
  routeAt(path: string): SiteRoute | undefined
  pages: Pick<SitePages, 'read'>
  /** The origin of the site. */
  origin: string
}

type Addresses = Awaited<ReturnType<SitePages['read']>>

/** An address of a request. */
type Address = LocalAddress & { search: string }

/** Finds, without rendering a page, paths that have no route and no page in the content, and their redirects. */
export class UnknownPaths {
  constructor(private readonly options: Options) {}

  /** Resolves to whether a path is known not to exist. Resolves to false while the content is unreachable. */
  async has(address: Address): Promise<boolean> {
    const addresses = await this.#withoutPage(address)
    return addresses !== undefined && !redirectFor(address, this.options.origin, addresses)
  }

  /** Resolves to the redirect at an address of this site, or undefined if it has no redirect or may have a page. */
  async redirectAt(address: Address): Promise<Redirection | undefined> {
    const alias = aliasRedirect(address)
    if (alias) return alias
    const addresses = await this.#withoutPage(address)
    return addresses && redirectFor(address, this.options.origin, addresses)
  }

  /** Resolves to all addresses, or to undefined if a page may be at the path. */
  async #withoutPage({ language, path }: LocalAddress): Promise<Addresses | undefined> {
    if (!isDecodable(path)) return undefined
    const route = this.options.routeAt(path)
    if (route && Object.keys(route.params).length === 0) return undefined
    // The content does not know the parameters of pages that are never cached, such as tokens.
    if (route && !(route.module.handle as RouteHandle | undefined)?.cache) return undefined
    const addresses = await this.options.pages.read().catch(() => undefined)
    const page = addresses?.pages.get(route ? route.path : `/${pageSlug(path)}`)
    return page?.languages.includes(language.code) ? undefined : addresses
  }
}
