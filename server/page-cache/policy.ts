import { notFoundPath } from '../../app/content/not-found.ts'
import type { CachePolicy, RouteHandle } from '../../app/route-handle.ts'
import { type RoutesOfBuild, routePaths } from '../remix/site-routes.ts'

/** How the page at a path may be kept; undefined: not at all. */
export type PolicyOf = (path: string) => CachePolicy | undefined

/**
 * Reads from the built routes how their pages may be kept. Only paths count as they are written: in
 * lower case, without a slash at the end.
 */
export function pagePolicies(build: RoutesOfBuild): PolicyOf {
  const fixed = new Map<string, CachePolicy | undefined>()
  const open: { pattern: RegExp; policy: CachePolicy | undefined }[] = []
  for (const { path, module } of routePaths(build)) {
    const policy = (module.handle as RouteHandle | undefined)?.cache
    if (path.includes('*')) {
      // The route for any address has one page for all of those where nothing is.
      fixed.set(notFoundPath, policy)
      continue
    }
    for (const one of withAndWithoutOptional(path)) {
      if (one.includes(':')) open.push({ pattern: patternOf(one), policy })
      else fixed.set(one, policy)
    }
  }
  return (path) => {
    // A route of the very path goes before one that takes a part of it as a parameter.
    if (fixed.has(path)) return fixed.get(path)
    return open.find(({ pattern }) => pattern.test(path))?.policy
  }
}

function withAndWithoutOptional(path: string): string[] {
  const without = path.replace(/\/[^/]+\?$/, '')
  return without === path ? [path] : [without, path.slice(0, -1)]
}

function patternOf(path: string): RegExp {
  const parts = path.split('/').map((part) => (part.startsWith(':') ? '[a-z0-9-]+' : part))
  return new RegExp(`^${parts.join('/')}$`)
}
