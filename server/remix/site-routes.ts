import type { FormAction } from 'halvi-leads/submit'
import { isDecodable } from 'halvi-runtime/percent-encoding'
import { LRUCache } from 'lru-cache'

/** What is read of a build: its routes. */
export interface RoutesOfBuild {
  routes: Readonly<Record<string, BuiltRoute | undefined>>
}

interface BuiltRoute {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  module: { action?: unknown; handle?: unknown }
}

/** How many paths' routes are kept: every request asks more than once, and most ask for the same pages. */
const maxKept = 500
/** The longest path that is kept, in characters. */
const maxKeptLength = 200

/** A route of the site that answers at a path. */
export interface SiteRoute {
  id: string
  /** The path that the route gives its page, with these parameters. */
  path: string
  module: BuiltRoute['module']
  /** The parts of the path that the route takes as parameters, decoded. */
  params: string[]
  /** The same, by their names. */
  named(): Readonly<Record<string, string | undefined>>
  /** Whether something can be submitted to it. */
  hasAction: boolean
  /** What the form is called that can be submitted to it. */
  formName(): string | undefined
}

/**
 * Finds the route of a path in any spelling that Remix takes, `.data` included, without compiling all routes
 * for each request. Limits ask here instead of comparing paths. The route for any address is left out.
 */
export function siteRoutes(build: RoutesOfBuild): (path: string) => SiteRoute | undefined {
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
  // A route of the very path goes before one that takes a part of it as a parameter.
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
  const kept = new LRUCache<string, { route: SiteRoute | undefined }>({ max: maxKept })
  return (path) => {
    if (path.length > maxKeptLength) return find(path)
    let found = kept.get(path)
    if (!found) {
      found = { route: find(path) }
      kept.set(path, found)
    }
    return found.route
  }
}

/** The routes that answer, each with its whole path as Remix writes it: `:` begins a parameter. */
export function routePaths({ routes }: RoutesOfBuild) {
  return Object.values(routes).flatMap((route) =>
    !route || route.id === 'root'
      ? []
      : [{ id: route.id, path: pathOf(route.id, routes) || '/', module: route.module }],
  )
}

/** Resolves dots and backslashes as a URL does, and decodes all but slashes, part by part. */
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

/** Remix compares without regard to case, and takes slashes at the end. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').filter(Boolean)
  const pattern = parts.map((part) => {
    if (!part.startsWith(':')) return `/${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
    return part.endsWith('?') ? '(?:/([^/]+))?' : '/([^/]+)'
  })
  return new RegExp(`^${pattern.join('')}/*$`, 'i')
}
