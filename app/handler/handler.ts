import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { isEarlyAction } from 'halvi-leads/submit'
import type { Language } from 'halvi-site/language/language'
import { prefixOf, redirectTarget } from 'halvi-site/language/local-path'
import { onceFor } from 'halvi-site/once-for'
import { sitePath } from 'halvi-site/site-path'
import { isClientPath } from './client-requests.ts'
import type { SiteContext } from './context.ts'
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
    return withoutOrigin(await handle(request, context), request)
  }
}

/**
 * Returns the response, with a path as its `Location` if that is at the request's origin. Behind a proxy, this may not be
 * the browser's origin. Routes redirect to English with an origin, because Remix adds the language's prefix to paths.
 */
function withoutOrigin(response: Response, { url }: Request): Response {
  const location = response.headers.get('Location') ?? ''
  const { origin } = new URL(url)
  if (location.startsWith(`${origin}/`)) {
    response.headers.set('Location', sitePath(new URL(location)))
  }
  return response
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
  return async (request, context) => {
    const { pathname, origin } = new URL(request.url)
    const prefix = prefixOf(context.language)
    const handle = handlers.get(prefix) ?? remixAt(prefix || '/')
    handlers.set(prefix, handle)
    const isPage = request.method !== 'POST' || isClientPath(pathname)
    const route = isPage ? undefined : routes.at(pathname.slice(prefix.length) || '/')
    const action = route?.module.action
    if (!route || !isEarlyAction(action)) return handle(request, { ...context })
    const outcome = action({ request, context, params: route.params })
    const returned = await outcome.catch(() => undefined)
    if (returned instanceof Response && returned.status === 303) {
      return withPrefix(returned, context.language)
    }
    if (returned instanceof Response && returned.body === null) return returned
    const render = () => handle(request, { ...context, outcome })
    const shown = await (context.inTurn?.(render) ?? render())
    // The page has no translation. With 307, the browser sends the form to the English page, which keeps the values.
    const isOwn = shown.headers.get('Location')?.startsWith(`${origin}/`)
    return shown.status === 302 && isOwn
      ? new Response(null, { status: 307, headers: shown.headers })
      : shown
  }
}

/** Returns the redirect of an action with the address in the language of the request. */
function withPrefix(response: Response, language: Language): Response {
  const location = response.headers.get('Location') ?? ''
  response.headers.set('Location', redirectTarget(language, location))
  return response
}
