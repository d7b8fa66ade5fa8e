import { isDecodable } from 'halvi-kit/percent-encoding'
import type { FormAction } from 'halvi-leads/submit'
import { onceFor } from 'halvi-site/once-for'
import { LRUCache } from 'lru-cache'

/** The part of a build that this module reads: its routes. */
export interface RoutesOfBuild {
  routes: Readonly<Record<string, BuiltRoute | undefined>>
}

interface BuiltRoute {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  module: { action?: unknown; handle?: unknown }
}

/**
 * Maximum number of cached paths. Each request looks up its route several times, and most requests are for the same
 * pages.
 */
const maxCachedPaths = 500
/** Maximum length of a cached path, in characters. */
const maxCachedLength = 200

/** A route of the site, matched to a path. */
export interface SiteRoute {
  id: string
  /** The canonical path of the page, with these parameters. */
  path: string
  module: BuiltRoute['module']
  /** The values of the path's parameters, decoded. */
  params: string[]
  /** Returns the parameters by name. */
  named(): Readonly<Record<string, string | undefined>>
  /** Whether the route accepts submissions. */
  hasAction: boolean
  /** Returns the name of the form at the route, or undefined. */
  formName(): string | undefined
}

/**
 * Returns a function that finds the route of a path. It accepts every spelling that Remix accepts, including `.data`,
 * without compiling all routes for each request. Limits use it instead of comparing paths. The catch-all route is not
 * included. Each build has one such function.
 */
export const siteRoutes = onceFor((build: RoutesOfBuild) => {
  const patterns = routePaths(build)
    .filter(({ path }) => !path.includes('*'))
    .map(({ id, path, module }) => ({
      id,
      parts: path.split('/').filter(Boolean),
      module,
      pattern: patternOf(path),
      action: module.action as Partial<FormAction> | undefined,
      names: Array.from(path.matchAll(/:([^/?]+)/g), ([, name = '']) => name),
    }))
  // Routes with fewer parameters come first, so that an exact path takes precedence.
  patterns.sort((a, b) => parametersOf(a.pattern) - parametersOf(b.pattern))
  function find(requested: string): SiteRoute | undefined {
    const plain = plainPath(requested)
    for (const { id, parts, module, pattern, action, names } of patterns) {
      const match = pattern.exec(plain)
      if (!match) continue
      const params = match.slice(1).flatMap((part) => (part ? [part.replaceAll('%2F', '/')] : []))
      const named = () => Object.fromEntries(names.map((name, index) => [name, params[index]]))
      const formName = () => action?.formOf?.(named())?.name
      const rest = [...params]
      const written = parts.flatMap((part) => (part.startsWith(':') ? (rest.shift() ?? []) : part))
      const path = `/${written.join('/')}`
      return { id, path, module, params, named, hasAction: action !== undefined, formName }
    }
    return undefined
  }
  const cached = new LRUCache<string, { route: SiteRoute | undefined }>({ max: maxCachedPaths })
  return (path: string): SiteRoute | undefined => {
    if (path.length > maxCachedLength) return find(path)
    let found = cached.get(path)
    if (!found) {
      found = { route: find(path) }
      cached.set(path, found)
    }
    return found.route
  }
})

/** Returns the routes that have a URL, each with its full path in Remix syntax: `:` starts a parameter. */
export function routePaths({ routes }: RoutesOfBuild) {
  return Object.values(routes).flatMap((route) =>
    !route || route.id === 'root'
      ? []
      : [{ id: route.id, path: pathOf(route.id, routes) || '/', module: route.module }],
  )
}

/** Normalizes a path: resolves dots and backslashes like a URL, and decodes everything except slashes. */
function plainPath(path: string): string {
  const address = `http://here.invalid${path}`
  if (!URL.canParse(address)) return path
  const { pathname } = new URL(address)
  if (pathname === '/_root.data') return '/'
  const parts = pathname.replace(/\.data$/, '').split('/')
  if (!isDecodable(pathname)) return parts.join('/')
  return parts.map((part) => decodeURIComponent(part).replaceAll('/', '%2F')).join('/')
}

function parametersOf({ source }: RegExp): number {
  return source.split('([^/]+)').length - 1
}

function pathOf(id: string | undefined, routes: RoutesOfBuild['routes']): string {
  const route = id === undefined ? undefined : routes[id]
  if (!route) return ''
  return `${pathOf(route.parentId, routes)}${route.path ? `/${route.path}` : ''}`
}

/** Returns a pattern that matches like Remix: case-insensitive, with optional trailing slashes. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').filter(Boolean)
  const pattern = parts.map((part) => {
    if (!part.startsWith(':')) return `/${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
    return part.endsWith('?') ? '(?:/([^/]+))?' : '/([^/]+)'
  })
  return new RegExp(`^${pattern.join('')}/*$`, 'i')
}
