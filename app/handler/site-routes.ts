import { type AgnosticRouteObject, generatePath, matchRoutes } from '@remix-run/router'
import { isDecodable } from 'halvi-kit/percent-encoding'
import type { FormAction } from 'halvi-leads/submit'
import { onceFor } from 'halvi-site/once-for'
import { LRUCache } from 'lru-cache'
import { pagePath } from './client-requests.ts'

/** The part of a build that this module reads: its routes. */
export interface RoutesOfBuild {
  routes: Readonly<Record<string, BuiltRoute | undefined>>
}

interface BuiltRoute {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  index?: boolean | undefined
  module: { action?: unknown; handle?: unknown }
}

/** Maximum number of cached paths. Most requests are for the same pages. */
const maxCachedPaths = 500
/** Maximum length of a cached path, in characters. */
const maxCachedLength = 200

/** A route of the site, matched to a path. */
export interface SiteRoute {
  id: string
  /** The canonical path of the page, with these parameters. */
  path: string
  module: BuiltRoute['module']
  /** The parameters of the path, decoded. */
  params: Readonly<Record<string, string | undefined>>
  /** Whether the route accepts submissions. */
  hasAction: boolean
  /** The name of the form at the route. */
  formName: string | undefined
}

/** The routes of a build. */
export interface SiteRoutes {
  /**
   * Returns the route of a path without the prefix of a language. It accepts every spelling that Remix accepts,
   * including the paths of data. Limits use it instead of comparing paths. Returns undefined if only the catch-all route
   * matches.
   */
  at(path: string): SiteRoute | undefined
  /** The module of the catch-all route, which shows the pages that are built from sections. */
  catchAll: BuiltRoute['module'] | undefined
}

/** Returns the routes of a build. Each build has one such object, because it caches paths. */
export const siteRoutes = onceFor(({ routes }: RoutesOfBuild): SiteRoutes => {
  const tree = treeOf(routes)
  function find(path: string): SiteRoute | undefined {
    // The router would print a warning.
    if (!isDecodable(path)) return undefined
    const matches = matchRoutes(tree, pagePath(path)) ?? []
    const last = matches.at(-1)
    const route = routes[last?.route.id ?? '']
    if (!last || !route || route.path?.includes('*')) return undefined
    const { id, module } = route
    const pattern = matches.flatMap(({ route }) => route.path || []).join('/')
    const { action } = module as { action?: Partial<FormAction> }
    return {
      ...{ id, module, params: last.params },
      path: generatePath(`/${pattern}`, last.params),
      hasAction: action !== undefined,
      formName: action?.formOf?.(last.params)?.name,
    }
  }
  // Matching compiles the paths of all routes.
  const cached = new LRUCache<string, { route: SiteRoute | undefined }>({ max: maxCachedPaths })
  return {
    at(path) {
      if (path.length > maxCachedLength) return find(path)
      const found = cached.get(path) ?? { route: find(path) }
      cached.set(path, found)
      return found.route
    },
    catchAll: Object.values(routes).find((route) => route?.path?.includes('*'))?.module,
  }
})

/** Returns the routes with a parent, each with its children. */
function treeOf(routes: RoutesOfBuild['routes'], parentId?: string): AgnosticRouteObject[] {
  return Object.values(routes).flatMap((route): AgnosticRouteObject[] => {
    if (!route || route.parentId !== parentId) return []
    const { id, index } = route
    const path = route.path === undefined ? {} : { path: route.path }
    return [index ? { id, ...path, index } : { id, ...path, children: treeOf(routes, id) }]
  })
}
