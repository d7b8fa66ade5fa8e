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

/** Maximum number of cached paths. Most requests are for the same pages. Longer paths are rejected at the edge. */
const maxCachedPaths = 500

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
  const routesAt = bySegment(treeOf(routes))
  function find(path: string): SiteRoute | undefined {
    // The router would print a warning.
    if (!isDecodable(path)) return undefined
    const page = pagePath(path)
    const [, segment = ''] = decodeURIComponent(page).toLowerCase().split('/')
    const matches = matchRoutes(routesAt(segment), page) ?? []
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
  const cached = new LRUCache<string, { route: SiteRoute | undefined }>({
    max: maxCachedPaths,
    memoMethod: (path) => ({ route: find(path) }),
  })
  return {
    at: (path) => cached.memo(path).route,
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

/** Returns the topmost routes with a path. Their parents match every path. */
function topmost(routes: AgnosticRouteObject[]): AgnosticRouteObject[] {
  return routes.flatMap((route) =>
    route.path || route.index ? [route] : topmost(route.children ?? []),
  )
}

/**
 * Returns a function that returns the routes that can match a path with a first segment, in lower case. Matching compiles
 * the paths of the given routes, which would otherwise be the largest cost of an invented path.
 */
function bySegment(routes: AgnosticRouteObject[]): (segment: string) => AgnosticRouteObject[] {
  const starts = topmost(routes).map((route) => {
    const [start = ''] = route.path?.toLowerCase().split('/') ?? []
    // A parameter, the catch-all route, or an optional segment.
    return { route, start: /^[:*]|\?$/.test(start) ? undefined : start }
  })
  return (segment) =>
    starts.flatMap(({ route, start }) => (start === undefined || start === segment ? route : []))
}
