import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Log } from 'halvi-runtime/log'
import { networkOf } from 'halvi-runtime/network'
import type { Assets } from './assets/index.ts'
import type { Dataset } from './dataset/dataset.ts'
import { accountRoutes } from './endpoints/account.ts'
import { actionsRoute } from './endpoints/actions.ts'
import { checkCorsRoute } from './endpoints/check-cors.ts'
import { docRoute } from './endpoints/doc.ts'
import { historyRoutes } from './endpoints/history.ts'
import { listenSubscription } from './endpoints/listen.ts'
import { liveEventsSubscription } from './endpoints/live-events.ts'
import { loginRoutes } from './endpoints/login.ts'
import { mutateRoute } from './endpoints/mutate.ts'
import { peopleRoutes } from './endpoints/people.ts'
import { pingRoutes } from './endpoints/ping.ts'
import { projectRoutes } from './endpoints/projects.ts'
import { queryRoute } from './endpoints/query.ts'
import { referencesRoute } from './endpoints/references.ts'
import { studioRoutes } from './endpoints/studio.ts'
import { uploadRoutes } from './endpoints/upload.ts'
import { userRoutes } from './endpoints/users.ts'
import { httpError, LakeError } from './errors/errors.ts'
import { Evaluator } from './evaluation/evaluator.ts'
import { queryMatcher } from './evaluation/query-matcher.ts'
import { createAccess } from './http/access.ts'
import { setAssetOrigin } from './http/asset-origin.ts'
import { EvaluatedAnswers } from './http/evaluated-answers.ts'
import { ServerSentEvents, subscriptionRoute } from './http/event-stream.ts'
import type { ApiExchange, Exchange } from './http/exchange.ts'
import { sendError } from './http/respond.ts'
import { createRouter, matches, versionOf } from './http/router.ts'
import { publicEvaluation, staffEvaluation } from './limits/limits.ts'
import { Listeners } from './listen/listener.ts'
import type { Login } from './login/login.ts'
import { watchSessions } from './login/watch-sessions.ts'
import { Sockets } from './sockets/sockets.ts'
import type { Accounts } from './users/accounts.ts'

interface HandlerOptions {
  dataset: Dataset
  assets: Assets
  accounts: Accounts
  /** Absent where nobody signs in: then the token is the only way in. */
  login?: Login | undefined
  projectId: string
  name: string
  token: string
  readerToken?: string | undefined
  /** The origin of assets; by default the one that a request is sent to. */
  publicUrl?: (() => string) | undefined
  /** Whether everybody may query what is published. */
  publicContent?: boolean | undefined
  onRefused?: ((limit: string) => void) | undefined
  log: Log | undefined
}

/**
 * Answers what belongs to the lake and passes all else on. `endStreams` ends streams and sockets,
 * `close` what evaluates queries besides.
 */
export function createHandler(options: HandlerOptions) {
  const { dataset, assets, accounts, login, projectId, name, log } = options
  const { token, readerToken, publicUrl, publicContent = false, onRefused = () => {} } = options
  const assetOriginOf = (request: IncomingMessage) => publicUrl?.() ?? addressOf(request).url.origin
  const access = createAccess({ token, readerToken, login })
  const evaluator = { dataset, projectId, name, log }
  const staff = new Evaluator({ ...evaluator, limits: staffEvaluation, withRest: false })
  const strangers = new Evaluator({ ...evaluator, limits: publicEvaluation, withRest: true })
  const listeners = new Listeners(queryMatcher(staff), (err) =>
    log?.error({ err }, 'a listener could not be told'),
  )
  dataset.onTransaction((transaction) => listeners.publish(transaction))
  const subscriptions = [listenSubscription(listeners, name), liveEventsSubscription(dataset, name)]
  const networkOfRequest = (request: IncomingMessage) =>
    networkOf(login?.addressOf(request) ?? request.socket.remoteAddress ?? '')
  const clientOf = ({ request, authContext }: ApiExchange) =>
    `${authContext?.session?.id ?? authContext?.user.id ?? ''} ${networkOfRequest(request)}`
  const answers = {
    staff: new EvaluatedAnswers(staff, clientOf, () => onRefused('queries')),
    strangers: new EvaluatedAnswers(strangers, clientOf, () => onRefused('public-queries')),
  }
  const streams = new ServerSentEvents(onRefused)
  const sockets = new Sockets({
    name,
    access,
    address: login?.address,
    networkOf: networkOfRequest,
    assetOriginOf,
    onRefused,
    subscriptions,
    log,
  })
  const endUnauthenticated = () => {
    streams.endUnauthenticated()
    sockets.endUnauthenticated()
  }
  accounts.onSessionsEnded = endUnauthenticated
  const stopWatching = watchSessions(accounts.store, endUnauthenticated)
  const routes = [
    queryRoute({ dataset, name, ...answers }),
    docRoute(dataset, name),
    mutateRoute(dataset, name, staff, clientOf),
    actionsRoute(dataset, name),
    ...historyRoutes(answers.staff, name),
    referencesRoute(dataset, projectId, name),
    ...subscriptions.map((subscription) =>
      subscriptionRoute(subscription, streams, networkOfRequest),
    ),
    ...uploadRoutes(assets, name),
    ...pingRoutes(name),
    ...userRoutes(accounts),
    ...projectRoutes(projectId, name),
    ...studioRoutes,
    ...(login
      ? [
          ...loginRoutes(login, onRefused),
          ...accountRoutes(login, onRefused),
          ...peopleRoutes(accounts),
        ]
      : []),
    checkCorsRoute,
  ]
  const api = createRouter(routes, access, publicContent)

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
    const isStaff = () => typeof access(request) === 'object'
    if (kind === 'images') return () => assets.image(exchange(pathname), isStaff)
    if (kind === 'files') return () => assets.file(exchange(pathname), isStaff)
    return undefined
  }

  const streamPaths = subscriptions.map(({ path }) => path.split('/'))

  const endStreams = () => {
    streams.closeAll()
    sockets.closeAll()
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
      setAssetOrigin(response, assetOriginOf(request))
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

    isStream(request: IncomingMessage): boolean {
      const { pathname } = addressOf(request)
      const version = versionOf(pathname)
      if (version === undefined) return false
      try {
        const segments = decode(pathname.slice(version.length + 2))
        return streamPaths.some((pattern) => matches(pattern, segments))
      } catch {
        return false
      }
    },

    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      sockets.upgrade(request, socket, head),

    endStreams,

    close(): void {
      stopWatching()
      endStreams()
      staff.close()
      strangers.close()
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
