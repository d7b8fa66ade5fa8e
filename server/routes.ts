import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import type { RequestHandler } from 'express'
import { formAt } from '../app/leads/forms.ts'
import type { Pages } from './pages.ts'

/**
 * Hands requests to the routes of the site.
 *
 * For each request Remix compiles the paths of all routes that it knows into expressions, twice. With
 * the forty of the whole site that costs a submission more than storing it does; so each form has a
 * handler that knows its page alone.
 */
export function routeRequests(
  build: Pages['build'],
  mode: string,
  getLoadContext: GetLoadContextFunction,
): RequestHandler {
  const handlerOf = (part: Pages['build']) =>
    createRequestHandler({ build: part, mode, getLoadContext })
  const site = handlerOf(build)
  // While developing, each request may have a build of its own.
  if (typeof build === 'function') return site

  const forms = new Map<string, RequestHandler>()
  return (request, response, next) => {
    const { method, path } = request
    if (method !== 'POST' || !formAt(path)) return site(request, response, next)
    let form = forms.get(path)
    if (!form) {
      form = handlerOf(partFor(path, build))
      forms.set(path, form)
    }
    return form(request, response, next)
  }
}

/**
 * The build with the routes to one page alone in its tree. The others stay beside it, under a parent
 * that there is not: a page that is rendered tells the browser of all.
 */
function partFor(path: string, build: ServerBuild): ServerBuild {
  const pages = Object.values(build.routes).flatMap((route) =>
    route?.path ? [{ id: route.id, path: route.path }] : [],
  )
  const [page] = matchRoutes(pages, path.replace(/\.data$/, '')) ?? []
  const routes = Object.entries(build.routes).map(([id, route]) =>
    id === 'root' || id === page?.route.id ? [id, route] : [id, { ...route, parentId: 'none' }],
  )
  return { ...build, routes: Object.fromEntries(routes) }
}
