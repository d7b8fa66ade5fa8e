import { pageSlug } from 'halvi-site/addresses'
import { notFoundPath } from 'halvi-site/content/load-page'
import type { SiteLanguages } from 'halvi-site/site-languages'
import { type RoutesOfBuild, siteRoutes } from '../../app/handler/site-routes.ts'
import type { CachePolicy, RouteHandle } from '../../app/route-handle.ts'

/** A page in a language. */
export interface PageAddress {
  language: { code: string }
  /** The path without the prefix of the language. */
  path: string
}

/**
 * Returns a function that returns the usual spelling of a page's path: without capital letters, encoded letters, and
 * trailing slashes. It returns undefined for a path that can't be that of a page.
 */
export function canonicalPaths(build: RoutesOfBuild): (path: string) => string | undefined {
  const routes = siteRoutes(build)
  return (path) => {
    const slug = pageSlug(path)
    return routes.at(path)?.path ?? (slug && encodeURI(`/${slug}`))
  }
}

/** Returns the cache policy of a page, or undefined if it is not cacheable. */
export type PolicyOf = (page: PageAddress) => CachePolicy | undefined

/** The policy of the page for all paths that don't exist. It has no countdown. */
const notFoundPolicy: CachePolicy = { seconds: 600 }

/**
 * Returns a function that reads cache policies from the built routes. Non-canonical spellings of a path have no
 * policy.
 */
export function pagePolicies(
  build: RoutesOfBuild,
  languages: Pick<SiteLanguages, 'find'>,
): PolicyOf {
  const routes = siteRoutes(build)
  return ({ language, path }) => {
    if (!languages.find(language.code)) return undefined
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
