import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { isEarlyAction } from 'halvi-leads/submit'
import { addressIn } from 'halvi-site/language/local-path'
import { onceFor } from 'halvi-site/once-for'
import { isClientPath, pagePath } from './client-requests.ts'
import type { SiteContext } from './context.ts'
import { withLocation } from './location.ts'
import { siteRoutes } from './site-routes.ts'

export type { ServerBuild }

/** Handles a web-standard request with the routes of the site. */
export type SiteHandler = (request: Request, context: SiteContext) => Promise<Response>

/**
 * Returns a handler for the routes of a build.
 *
 * @param build a function in development, where each request may use a new build
 */
export function createSiteHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: string,
): SiteHandler {
  const handlerFor = onceFor((current: ServerBuild) => handlerOf(current, mode))
  return async (request, context) => {
    const handle = handlerFor(typeof build === 'function' ? await build() : build)
    return withLocation(await handle(request, context), request, context.language)
  }
}

/**
 * Returns a handler with a Remix handler per language. Early actions run before Remix: a submission that is redirected
 * or answered without a body needs no page. For other results, Remix shows the page, and the route's action returns
 * `context.outcome`.
 */
function handlerOf(build: ServerBuild, mode: string): SiteHandler {
  const routes = siteRoutes(build)
  const remixAt = (basename: string) => createRequestHandler({ ...build, basename }, mode)
  const handlers = new Map<string, ReturnType<typeof remixAt>>()
  return async (request, given) => {
    const context = { ...given, path: pagePath(given.path) }
    const basename = addressIn(context.language, '/')
    const handle = handlers.get(basename) ?? remixAt(basename)
    handlers.set(basename, handle)
    const isSubmission = request.method === 'POST' && !isClientPath(new URL(request.url).pathname)
    const route = isSubmission ? routes.at(context.path) : undefined
    const action = route?.module.action
    if (!route || !isEarlyAction(action)) return handle(request, context)
    const outcome = action({ request, context, params: route.params })
    const returned = await outcome.catch(() => undefined)
    if (returned instanceof Response && (returned.status === 303 || returned.body === null)) {
      return returned
    }
    const render = () => handle(request, { ...context, outcome })
    return context.inTurn?.(render) ?? render()
  }
}
