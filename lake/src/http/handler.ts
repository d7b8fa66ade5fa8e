import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Assets } from '../assets/index.ts'
import type { Dataset } from '../dataset/dataset.ts'
import { httpError, LakeError } from '../errors.ts'
import { Listeners } from '../listen/listener.ts'
import type { Login } from '../login/login.ts'
import { networkOf } from '../login/network.ts'
import type { Log } from '../options.ts'
import { Sockets } from '../sockets/sockets.ts'
import type { UserStore } from '../users/user-store.ts'
import { createAccess } from './access.ts'
import { actionsRoute } from './endpoints/actions.ts'
import { checkCorsRoute } from './endpoints/check-cors.ts'
import { docRoute } from './endpoints/doc.ts'
import { historyRoutes } from './endpoints/history.ts'
import { listenSubscription } from './endpoints/listen.ts'
import { liveEventsSubscription } from './endpoints/live-events.ts'
import { loginRoutes } from './endpoints/login.ts'
import { mutateRoute } from './endpoints/mutate.ts'
import { pingRoutes } from './endpoints/ping.ts'
import { projectRoutes } from './endpoints/projects.ts'
import { queryRoute } from './endpoints/query.ts'
import { referencesRoute } from './endpoints/references.ts'
import { studioRoutes } from './endpoints/studio.ts'
import { uploadRoutes } from './endpoints/upload.ts'
import { userRoutes } from './endpoints/users.ts'
import type { Exchange } from './exchange.ts'
import { sendError } from './respond.ts'
import { createRouter, versionOf } from './router.ts'
import { ServerSentEvents } from './server-sent-events.ts'
import { subscriptionRoute } from './subscription.ts'

interface HandlerOptions {
  dataset: Dataset
  assets: Assets
  users: UserStore
  /** Absent where nobody signs in: then the token alone admits. */
  login?: Login | undefined
  projectId: string
  name: string
  token: string
  log: Log | undefined
}

/** Answers what belongs to the lake and passes all else on. `close` ends streams and sockets. */
export function createHandler(options: HandlerOptions) {
  const { dataset, assets, users, login, projectId, name, token, log } = options
  const access = createAccess({ token, sessions: login?.sessions, hostOf: login?.hostOf })
  const listeners = new Listeners()
  dataset.onTransaction((transaction) =>
    listeners.publish(transaction, (err) => log?.error({ err }, 'a listener could not be told')),
  )
  const subscriptions = [listenSubscription(listeners, name), liveEventsSubscription(dataset, name)]
  const streams = new ServerSentEvents()
  const sockets = new Sockets({ name, access, hostOf: login?.hostOf, subscriptions, log })
  const endUnadmitted = () => {
    streams.endUnadmitted()
    sockets.endUnadmitted()
  }
  // A server's own requests come in at a port of their own: nobody else can crowd them out.
  const askerOf = (request: IncomingMessage) => {
    const { localPort, remoteAddress = '' } = request.socket
    return `${localPort} ${networkOf(login?.addressOf(request) ?? remoteAddress)}`
  }
  const routes = [
    queryRoute(dataset, name, askerOf),
    docRoute(dataset, name),
    mutateRoute(dataset, name),
    actionsRoute(dataset, name),
    ...historyRoutes(dataset, name),
    referencesRoute(dataset, projectId, name),
    ...subscriptions.map((subscription) => subscriptionRoute(subscription, streams)),
    ...uploadRoutes(assets, name),
    ...pingRoutes(name),
    ...userRoutes(users),
    ...projectRoutes(projectId, name),
    ...studioRoutes,
    ...(login ? loginRoutes(login, endUnadmitted) : []),
    checkCorsRoute,
  ]
  const api = createRouter(routes, access)

  function answerTo(request: IncomingMessage, response: ServerResponse) {
    const { pathname, url } = addressOf(request)
    const version = versionOf(pathname)
    const [kind, project, dataset] = pathname.slice(1).split('/')
    const exchange = (path: string): Exchange => ({
      request,
      response,
      url,
      segments: decode(path),
    })
    if (version !== undefined)
      return () => api(exchange(pathname.slice(version.length + 2)), version)
    if (project !== projectId || dataset !== name) return undefined
    if (kind === 'images') return () => assets.image(exchange(pathname))
    if (kind === 'files') return () => assets.file(exchange(pathname))
    return undefined
  }

  return {
    /** Every endpoint, so that what holds for all of them can be checked. */
    routes,

    handle(request: IncomingMessage, response: ServerResponse, next: () => void): void {
      const answer = answerTo(request, response)
      if (!answer) {
        next()
        return
      }
      const fail = (error: unknown) => {
        if (!(error instanceof LakeError)) {
          log?.error(
            { err: error, method: request.method, path: request.url?.split('?', 1)[0] },
            'a request to the content lake failed',
          )
        }
        sendError(response, error)
      }
      Promise.resolve().then(answer).catch(fail)
    },

    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      sockets.upgrade(request, socket, head),

    close(): void {
      streams.closeAll()
      sockets.closeAll()
    },
  }
}

function addressOf(request: IncomingMessage): { pathname: string; url: URL } {
  const path = request.url?.startsWith('/') ? request.url : '/'
  const host = request.headers.host ?? 'localhost'
  const url = URL.canParse(`http://${host}`)
    ? new URL(`http://${host}${path}`)
    : new URL(`http://localhost${path}`)
  return { pathname: url.pathname, url }
}

function decode(pathname: string): string[] {
  try {
    return pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    throw httpError(400, 'The path is not valid')
  }
}
