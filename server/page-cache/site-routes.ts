import type { ServerBuild } from '@remix-run/node'

/** A route of the site that answers at a path. */
export interface SiteRoute {
  id: string
  /** The parts of the path that the route takes as parameters, decoded. */
  params: string[]
  /** Whether something can be submitted to it. */
  hasAction: boolean
}

/**
 * Finds the route of a path, with or without `.data` at its end, as Remix does but without compiling
 * all of them for each request. The route for any address is none.
 */
export function siteRoutes({ routes }: ServerBuild): (path: string) => SiteRoute | undefined {
  const patterns = Object.values(routes).flatMap((route) => {
    if (!route || route.id === 'root' || route.path?.includes('*')) return []
    const hasAction = route.module.action !== undefined
    return [{ id: route.id, pattern: patternOf(pathOf(route.id, routes)), hasAction }]
  })
  // A route of the very path goes before one that takes a part of it as a parameter.
  patterns.sort((a, b) => parametersOf(a.pattern) - parametersOf(b.pattern))
  return (path) => {
    const plain = path === '/_root.data' ? '/' : path.replace(/\.data$/, '')
    for (const { id, pattern, hasAction } of patterns) {
      const match = pattern.exec(plain)
      if (!match) continue
      const params = match.slice(1).filter((part) => part !== undefined)
      return { id, params: params.map(decodeURIComponent), hasAction }
    }
    return undefined
  }
}

function parametersOf({ source }: RegExp): number {
  return source.split('([^/]+)').length - 1
}

function pathOf(id: string | undefined, routes: ServerBuild['routes']): string {
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
