import {
  type ActionFunction,
  type AppLoadContext,
  createReadableStreamFromReadable,
  createRequestHandler,
  type ServerBuild,
} from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import type { Response as Answer, Request as Asked, RequestHandler } from 'express'

/**
 * Answers what is submitted to the form at `path`.
 *
 * The route's own action runs as soon as the form is there, before Remix is asked for anything: for
 * each request Remix compiles the paths of all routes twice and copies the request several times,
 * which costs more than to check, store and deliver a lead. A redirect is the whole answer. When the
 * page has to be shown, Remix makes it, or its data for a script, around what the action has said;
 * it does so within a build whose tree holds the root and this page alone.
 */
export function createFormPage(
  path: string,
  build: ServerBuild,
  mode: string,
  contextOf: (request: Asked) => AppLoadContext,
): (...handled: Parameters<RequestHandler>) => Promise<void> {
  const isData = path.endsWith('.data')
  const { id, params, action } = routeAt(path.replace(/\.data$/, ''), build)
  const outcomes = new WeakMap<AppLoadContext, Promise<unknown>>()
  const show = createRequestHandler(
    buildFor(id, build, async ({ context }) => (await outcomes.get(context)) ?? null),
    mode,
  )

  async function answer(asked: Asked): Promise<Response> {
    const context = contextOf(asked)
    const url = `${asked.protocol}://${asked.get('host')}${asked.originalUrl}`
    const about = { method: 'POST', headers: asked.headers as Record<string, string> }
    const body = createReadableStreamFromReadable(asked)
    const request = new Request(url, { ...about, body, duplex: 'half' } as RequestInit)
    const outcome = Promise.resolve(action({ request, context, params }))
    const said = await outcome.catch(() => undefined)
    if (said instanceof Response && !isData) return said
    outcomes.set(context, outcome)
    return show(new Request(url, about), context)
  }

  return (request, response, next) =>
    answer(request)
      .then((answered) => send(answered, response))
      .catch(next)
}

/** @throws Error when no page at `path` takes forms */
function routeAt(path: string, build: ServerBuild) {
  const pages = Object.values(build.routes).flatMap((route) =>
    route?.path ? [{ id: route.id, path: route.path }] : [],
  )
  const [match] = matchRoutes(pages, path) ?? []
  const action = match && build.routes[match.route.id]?.module.action
  if (!match || !action) throw new Error(`No page at ${path} takes forms`)
  return { id: match.route.id, params: match.params, action }
}

/**
 * The build with one page alone in its tree, which says what `action` does. The others stay beside
 * it, under a parent that there is not: a page that is rendered tells the browser of all.
 */
function buildFor(id: string, build: ServerBuild, action: ActionFunction): ServerBuild {
  const routes = Object.entries(build.routes).map(([other, route]) => {
    if (!route || other === 'root') return [other, route]
    if (other !== id) return [other, { ...route, parentId: 'none' }]
    return [other, { ...route, module: { ...route.module, action } }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

/** Pages are made whole before the first byte is sent. */
async function send(answered: Response, response: Answer): Promise<void> {
  response.status(answered.status)
  for (const [name, value] of answered.headers) response.append(name, value)
  response.end(answered.body && Buffer.from(await answered.arrayBuffer()))
}
