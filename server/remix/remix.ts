import {
  type AppLoadContext,
  createRequestHandler,
  type ServerBuild,
  writeReadableStreamToWritable,
} from '@remix-run/node'
import type express from 'express'
import { readBody } from './request-body.ts'
import { siteRoutes } from './site-routes.ts'

export type { ServerBuild }

/** Answers a request with the site's routes, in terms of the web platform. */
export type SiteHandler = (request: Request, context: AppLoadContext) => Promise<Response>

/** @param build a function while developing, when each request may find another build */
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
    return handle(request, context)
  }
}

/** What actions have returned or thrown, by the context of their request. */
type Outcomes = WeakMap<AppLoadContext, Promise<unknown>>

/**
 * Gives each route a Remix of its own: Remix compiles the paths of all routes that it knows for each request, twice,
 * which costs as much as storing a lead. An action runs before Remix, which only shows what it returns, since a
 * submission that is redirected needs no page.
 */
function handlerOf(build: ServerBuild, mode: string): SiteHandler {
  const routeAt = siteRoutes(build)
  const handlers = new Map<string | undefined, SiteHandler>()
  const outcomes: Outcomes = new WeakMap()
  const handlerAt = (id: string | undefined) => {
    let handle = handlers.get(id)
    if (!handle) {
      handle = createRequestHandler(id === undefined ? build : buildOf(id, build, outcomes), mode)
      handlers.set(id, handle)
    }
    return handle
  }
  return async (request, context) => {
    const { pathname } = new URL(request.url)
    const route = routeAt(pathname)
    const handle = handlerAt(route?.id)
    const action = build.routes[route?.id ?? '']?.module.action
    if (request.method !== 'POST' || pathname.endsWith('.data') || !route || !action) {
      return handle(request, context)
    }
    const outcome = (async () => action({ request, context, params: route.named() }))()
    const returned = await outcome.catch(() => undefined)
    if (returned instanceof Response && returned.status === 303) return returned
    outcomes.set(context, outcome)
    const { url, method, headers } = request
    return handle(new Request(url, { method, headers }), context)
  }
}

/**
 * Returns a build whose tree has one route, and those above and below it. The others are beside the tree:
 * a page tells the browser of them. An action that has run is not run again.
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

/** The ids of a route and of all above it. */
function ancestorsOf(id: string | undefined, routes: ServerBuild['routes']): string[] {
  return id === undefined ? [] : [id, ...ancestorsOf(routes[id]?.parentId, routes)]
}

/**
 * Returns the one way from Node's requests to the site. It resolves once the answer was written, or a stream
 * has begun. @throws when the routes can't be loaded; what they throw themselves is an answer
 */
export function createNodeHandler(
  handle: SiteHandler,
  contextOf: (req: express.Request) => Promise<AppLoadContext>,
): (req: express.Request, res: express.Response) => Promise<void> {
  return async (req, res) => {
    const request = await requestOf(req, res)
    await send(await handle(request, await contextOf(req)), res)
  }
}

/** Returns the same request for the web platform. */
async function requestOf(req: express.Request, res: express.Response): Promise<Request> {
  // One that no proxy of ours has set is gone, see origin.ts.
  const forwarded = req.get('x-forwarded-host')?.split(',')[0]?.trim()
  const url = `${req.protocol}://${forwarded || req.get('host')}${req.originalUrl}`
  const body = req.method === 'POST' ? await readBody(req, res) : null
  return new Request(url, {
    method: req.method,
    headers: req.headers as Record<string, string>,
    // A submission is carried out whether its client waits or not.
    signal: req.method === 'POST' ? null : signalOf(res),
    body,
    // Node asks for it where the body is a stream.
    duplex: 'half',
  } as RequestInit)
}

/** Returns a signal that is aborted when the client leaves before the answer is written. */
function signalOf(res: express.Response): AbortSignal {
  const gone = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) gone.abort()
  })
  return gone.signal
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
  // Who listens to events waits for the first of them with the connection open.
  res.flushHeaders()
  written.catch(() => res.destroy())
}
