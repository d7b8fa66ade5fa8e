import { notFoundPath } from '../../app/content/not-found.ts'
import type { CachePolicy, RouteHandle } from '../../app/route-handle.ts'
import { type RoutesOfBuild, routePaths, siteRoutes } from '../remix/site-routes.ts'

/** Returns how the page at a path may be kept; undefined: not at all. */
export type PolicyOf = (path: string) => CachePolicy | undefined

/** Reads from the built routes how their pages may be kept. Other spellings of a path have no policy. */
export function pagePolicies(build: RoutesOfBuild): PolicyOf {
  const routeAt = siteRoutes(build)
  // The route for any address has one page for all of those where nothing is.
  const missing = routePaths(build).find(({ path }) => path.includes('*'))
  return (path) => {
    const route = path === notFoundPath ? undefined : routeAt(path)
    const isPlain = route?.path === path && route.params.every((part) => /^[a-z0-9-]+$/.test(part))
    const module = path === notFoundPath ? missing?.module : isPlain ? route.module : undefined
    return (module?.handle as RouteHandle | undefined)?.cache
  }
}
