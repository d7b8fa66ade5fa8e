import type { ServerBuild } from '@remix-run/node'

/**
 * The part of a build that forms are submitted to: the root, and the pages that have an action.
 *
 * For each request Remix compiles the paths of all routes that it knows into expressions anew. With
 * the forty of the whole site that cost a submission more than storing it did.
 */
export function formRoutes(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).filter(
    ([id, route]) => id === 'root' || (route?.module.action && route.module.default),
  )
  return { ...build, routes: Object.fromEntries(routes) }
}
