import { pageSlug } from 'halvi-site/addresses'
import { notFoundPath } from 'halvi-site/content/load-page'
import { addressIn } from 'halvi-site/language/local-path'
import { isClientPath } from '../../app/handler/client-requests.ts'
import { type RoutesOfBuild, siteRoutes } from '../../app/handler/site-routes.ts'
import type { CachePolicy, RouteHandle } from '../../app/route-handle.ts'
import type { SiteLanguages } from '../languages/site-languages.ts'

/**
 * Returns a function that returns the usual spelling of a page's path: without capital letters, encoded letters, and
 * trailing slashes. It returns other paths unchanged.
 */
export function canonicalPaths(
  build: RoutesOfBuild,
  languages: Pick<SiteLanguages, 'split' | 'redirectAt'>,
): (address: string) => string {
  const routes = siteRoutes(build)
  return (address) => {
    if (isClientPath(address) || languages.redirectAt(address) !== undefined) return address
    const { language, path } = languages.split(address)
    const slug = pageSlug(path)
    const canonical = routes.at(path)?.path ?? (slug && encodeURI(`/${slug}`))
    const usual = canonical ? addressIn(language, canonical) : address
    // A slug with encoded letters could be the code of a language.
    return languages.split(usual).language === language ? usual : address
  }
}

/** Returns the cache policy of the page at a path, or undefined if it is not cacheable. */
export type PolicyOf = (path: string) => CachePolicy | undefined

/** The policy of the page for all paths that don't exist. It has no countdown. */
const notFoundPolicy: CachePolicy = { seconds: 600 }

/**
 * Returns a function that reads cache policies from the built routes. Non-canonical spellings of a path have no
 * policy.
 */
export function pagePolicies(
  build: RoutesOfBuild,
  languages: Pick<SiteLanguages, 'split' | 'redirectAt'>,
): PolicyOf {
  const routes = siteRoutes(build)
  return (address) => {
    if (languages.redirectAt(address) !== undefined) return undefined
    const { path } = languages.split(address)
    if (path === notFoundPath) return notFoundPolicy
    const route = routes.at(path)
    const slug = route ? undefined : pageSlug(path)
    const isSectionPage = slug !== undefined && path === encodeURI(`/${slug}`)
    const isPlain =
      route?.path === path &&
      Object.values(route.params).every((part) => /^[a-z0-9-]+$/.test(part ?? ''))
    const module = isSectionPage ? routes.catchAll : isPlain ? route.module : undefined
    return (module?.handle as RouteHandle | undefined)?.cache
  }
}
