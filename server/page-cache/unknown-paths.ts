import { isDecodable } from 'halvi-kit/percent-encoding'
import { pageSlug } from 'halvi-site/addresses'
import {
  aliasRedirect,
  type LocalAddress,
  type Redirection,
  redirectFor,
} from 'halvi-site/content/site-addresses'
import { isClientPath } from '../../app/handler/client-requests.ts'
import type { SiteRoute } from '../../app/handler/site-routes.ts'
import type { RouteHandle } from '../../app/route-handle.ts'
import type { SiteLanguages } from '../languages/site-languages.ts'
import type { SitePages } from '../site-pages.ts'

interface Options {
  routeAt(path: string): SiteRoute | undefined
  languages: Pick<SiteLanguages, 'split'>
  pages: Pick<SitePages, 'read'>
}

type Addresses = Awaited<ReturnType<SitePages['read']>>

/** Finds, without rendering a page, paths that have no route and no page in the content, and their redirects. */
export class UnknownPaths {
  constructor(private readonly options: Options) {}

  /** Resolves to whether a path is known not to exist. Resolves to false while the content is unreachable. */
  async has(path: string): Promise<boolean> {
    const url = new URL(`http://here.invalid${path}`)
    const { addresses, ...local } = await this.#withoutPage(path)
    return addresses !== undefined && !redirectFor(url, local, addresses)
  }

  /** Resolves to the redirect at a URL of this site, or undefined if it has no redirect or may have a page. */
  async redirectAt(url: URL): Promise<Redirection | undefined> {
    const local = this.options.languages.split(url.pathname)
    const alias = aliasRedirect(url, local)
    if (alias) return alias
    const { addresses } = await this.#withoutPage(url.pathname)
    return addresses && redirectFor(url, local, addresses)
  }

  /** Resolves to all addresses, or to none if a page may be at the path. */
  async #withoutPage(
    address: string,
  ): Promise<LocalAddress & { addresses?: Addresses | undefined }> {
    const local = this.options.languages.split(address)
    const { language, path } = local
    if (!isDecodable(path) || isClientPath(path)) return local
    const route = this.options.routeAt(path)
    if (route && Object.keys(route.params).length === 0) return local
    // The content does not know the parameters of pages that are never cached, such as tokens.
    if (route && !(route.module.handle as RouteHandle | undefined)?.cache) return local
    const addresses = await this.options.pages.read().catch(() => undefined)
    const page = addresses?.pages.get(route ? route.path : `/${pageSlug(path)}`)
    return { ...local, addresses: page?.languages.includes(language.code) ? undefined : addresses }
  }
}
