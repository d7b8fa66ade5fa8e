import {
  type AppLoadContext,
  createRequestHandler,
  type ServerBuild,
  writeReadableStreamToWritable,
} from '@remix-run/node'
import type express from 'express'
import type { Language } from 'halvi-site/language/language'
import { prefixOf, redirectTarget } from 'halvi-site/language/local-path'
import { sitePath } from 'halvi-site/site-path'
import { readBody } from './request-body.ts'
import { siteRoutes } from './site-routes.ts'

export type { ServerBuild }

/** Handles a web-standard request with the routes of the site. */
export type SiteHandler = (request: Request, context: AppLoadContext) => Promise<Response>

/**
 * Returns a handler for the routes of a build.
 *
 * @param build a function in development, where each request may use a new build
 */
export function createSiteHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: string,
): SiteHandler {
  const handlers = new WeakMap<ServerBuild, SiteHandler>()
  return async (request, context) => {
    const current = typeof build === 'function' ? await build() : build
    let handle = handlers.get(current)
    if (!handle) {
      handle = handlerOf(current, mode)
      handlers.set(current, handle)
    }
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

/** The results of actions, or their errors, by the context of the request. */
type Outcomes = WeakMap<AppLoadContext, Promise<unknown>>

/**
 * Returns a handler with a separate Remix handler per language and route. With all routes in one handler, Remix
 * compiles all paths twice for each request, which costs as much as storing a lead. Actions run before Remix. A
 * submission that is redirected or answered without a body needs no page, so Remix runs only to show other results.
 */
function handlerOf(build: ServerBuild, mode: string): SiteHandler {
  const routeAt = siteRoutes(build)
  const handlers = new Map<string, SiteHandler>()
  const outcomes: Outcomes = new WeakMap()
  const handlerAt = (id: string | undefined, prefix: string) => {
    const key = `${prefix} ${id}`
    let handle = handlers.get(key)
    if (!handle) {
      const routes = id === undefined ? build : buildOf(id, build, outcomes)
      handle = createRequestHandler({ ...routes, basename: prefix || '/' }, mode)
      handlers.set(key, handle)
    }
    return handle
  }
  return async (request, context) => {
    const { pathname } = new URL(request.url)
    const prefix = prefixOf(context.language)
    const route = routeAt(pathname.slice(prefix.length) || '/')
    const handle = handlerAt(route?.id, prefix)
    const action = build.routes[route?.id ?? '']?.module.action
    if (request.method !== 'POST' || pathname.endsWith('.data') || !route || !action) {
      return handle(request, context)
    }
    const outcome = (async () => action({ request, context, params: route.named() }))()
    const returned = await outcome.catch(() => undefined)
    if (returned instanceof Response && returned.status === 303) {
      return withPrefix(returned, context.language)
    }
    if (returned instanceof Response && returned.body === null) return returned
    outcomes.set(context, outcome)
    const { url, method, headers } = request
    const render = () => handle(new Request(url, { method, headers }), context)
    const shown = await (context.inTurn?.(render) ?? render())
    // The page has no translation. With 307, the browser sends the form to the English page, which keeps the values.
    const isOwn = shown.headers.get('Location')?.startsWith(`${new URL(url).origin}/`)
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

/**
 * Returns a build whose route tree contains only one route with its ancestors and descendants. The other routes
 * remain outside the tree because pages list them for the browser. The route's action returns the stored result
 * instead of running again.
 */
function buildOf(id: string, { routes, ...build }: ServerBuild, outcomes: Outcomes): ServerBuild {
  const above = ancestorsOf(id, routes)
  const isNear = (other: string) => above.includes(other) || ancestorsOf(other, routes).includes(id)
  const near = Object.entries(routes).map(([other, route]) => {
    if (!route || !isNear(other)) return [other, { ...route, parentId: 'none' }]
    const { action } = route.module
    if (other !== id || !action) return [other, route]
    const shown: typeof action = (args) => outcomes.get(args.context) ?? action(args)
    return [other, { ...route, module: { ...route.module, action: shown } }]
  })
  return { ...build, routes: Object.fromEntries(near) }
}

/** Returns the ids of a route and all its ancestors. */
function ancestorsOf(id: string | undefined, routes: ServerBuild['routes']): string[] {
  return id === undefined ? [] : [id, ...ancestorsOf(routes[id]?.parentId, routes)]
}

/**
 * Returns the adapter from Express requests to the site. It resolves once the response has been written or a stream
 * has started.
 *
 * @throws when the routes can't be loaded; errors in routes become responses
 */
export function createNodeHandler(
  handle: SiteHandler,
  contextOf: (req: express.Request, res: express.Response) => Promise<AppLoadContext>,
): (req: express.Request, res: express.Response) => Promise<void> {
  return async (req, res) => {
    // Not the request's body, because copying it into a web stream and back takes as long as validating the form.
    const body = req.method === 'POST' ? ((await readBody(req, res)) ?? undefined) : undefined
    const context = { ...(await contextOf(req, res)), body }
    await send(await handle(requestOf(req, res), context), res)
  }
}

/** Returns the Express request as a web-standard request without its body. */
function requestOf(req: express.Request, res: express.Response): Request {
  // An untrusted value of this header has been removed in origin.ts.
  const forwarded = req.get('x-forwarded-host')?.split(',')[0]?.trim()
  const url = `${req.protocol}://${forwarded || req.get('host')}${req.url}`
  return new Request(url, {
    method: req.method,
    headers: req.headers as Record<string, string>,
    // A submission is completed even if its client disconnects.
    signal: req.method === 'POST' ? null : signalOf(res),
  })
}

/** Returns a signal that is aborted when the client disconnects before the response is complete. */
function signalOf(res: express.Response): AbortSignal {
  const controller = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) controller.abort()
  })
  return controller.signal
}

async function send({ status, headers, body }: Response, res: express.Response): Promise<void> {
  res.status(status)
  for (const [name, value] of headers) res.append(name, value)
  if (!body) {
    res.end()
    return
  }
  const written = writeReadableStreamToWritable(body, res)
  if (!/^text\/event-stream/i.test(headers.get('Content-Type') ?? '')) return written
  // Sends the headers immediately, because the first event may come much later.
  res.flushHeaders()
  written.catch(() => res.destroy())
}
