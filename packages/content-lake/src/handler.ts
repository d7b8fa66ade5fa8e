import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Log } from 'halvi-kit/log'
import { networkOf } from 'halvi-kit/network'
import type { Assets } from './assets/index.ts'
import type { Dataset } from './dataset/dataset.ts'
import { accountRoutes, peopleRoutes } from './endpoints/account.ts'
import { binRoutes } from './endpoints/bin.ts'
import { commentsEndpoints } from './endpoints/comments.ts'
import { documentRoutes } from './endpoints/documents.ts'
import { historyRoutes } from './endpoints/history.ts'
import { listenSubscription } from './endpoints/listen.ts'
import { liveEventsSubscription } from './endpoints/live-events.ts'
import { loginRoutes } from './endpoints/login.ts'
import { projectRoutes, WRITE } from './endpoints/project.ts'
import { queryRoute } from './endpoints/query.ts'
import { userRoutes } from './endpoints/users.ts'
import { uploadRoutes, writeRoutes } from './endpoints/write.ts'
import { asLakeError, httpError, RetryLaterError } from './errors/errors.ts'
import { Evaluator, type EvaluatorClient } from './evaluation/evaluator.ts'
import { queryMatcher } from './evaluation/query-matcher.ts'
import { createAccess } from './http/access.ts'
import { evaluatedResponses } from './http/evaluated-responses.ts'
import { ServerSentEvents } from './http/event-stream.ts'
import { sendError, setAssetOrigin } from './http/respond.ts'
import { type ApiExchange, createRouter, type Exchange, versionOf } from './http/router.ts'
import { Listeners } from './listen/listener.ts'
import type { Login } from './login/login.ts'
import { watchSessions } from './login/sessions.ts'
import { Sockets } from './sockets/sockets.ts'
import type { Accounts } from './users/accounts.ts'

interface HandlerOptions {
  dataset: Dataset
  /** The dataset with comments and tasks. Undefined without login. */
  comments?: Dataset | undefined
  assets: Assets
  accounts: Accounts
  /** Undefined if nobody can sign in. Then the token is the only way in. */
  login?: Login | undefined
  projectId: string
  name: string
  token: string
  readerToken?: string | undefined
  /** Returns the origin in the URLs of assets. By default the origin of the request. */
  publicUrl?: (() => string) | undefined
  /** Lets anyone query published content. */
  publicContent?: boolean | undefined
  onRefused?: ((limit: string) => void) | undefined
  log?: Log | undefined
}

/**
 * Returns a handler for the lake's requests; it passes other requests on. `endStreams` closes streams and sockets.
 * `close` also stops the evaluation processes.
 */
export function createHandler(options: HandlerOptions) {
  const { dataset, comments, assets, accounts, login, projectId, name, log } = options
  const { token, readerToken, publicUrl, publicContent = false, onRefused = () => {} } = options
  const assetOriginOf = (request: IncomingMessage) => publicUrl?.() ?? addressOf(request).origin
  const access = createAccess({ token, readerToken, login })
  const evaluator = new Evaluator({ dataset, projectId, name, log })
  const listeners = new Listeners(queryMatcher(evaluator), (err) =>
    log?.error({ err }, 'listener failed'),
  )
  dataset.onTransaction((transaction) => listeners.publish(transaction))
  const networkOfRequest = networkOfRequests(login)
  const clientOf = ({ request, authContext, isReader }: ApiExchange): EvaluatorClient => {
    const caller = isReader ? 'reader' : (authContext?.session?.id ?? authContext?.user.id ?? '')
    const isAnonymous = caller === ''
    return { name: isAnonymous ? networkOfRequest(request) : caller, isAnonymous }
  }
  const discussion = comments && commentsEndpoints({ comments, projectId, name, clientOf, log })
  const subscriptions = [
    listenSubscription(listeners, name),
    liveEventsSubscription(dataset, name),
    ...(discussion ? [discussion.subscription] : []),
  ]
  const groups = () => [
    {
      members: accounts.writers().map(({ id }) => id),
      grants: [{ filter: '_id in path("**")', permissions: WRITE }],
    },
  ]
  const send = evaluatedResponses(evaluator, clientOf)
  const streams = new ServerSentEvents(networkOfRequest)
  const sockets = new Sockets({
    name,
    comments: discussion?.name,
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
    queryRoute({ dataset, name, send, groups }),
    ...documentRoutes(dataset, projectId, name),
    ...writeRoutes({ dataset, name, evaluator, clientOf }),
    ...uploadRoutes(assets, name),
    ...historyRoutes(send, name),
    ...binRoutes(dataset, name, accounts),
    ...subscriptions.map((subscription) => streams.route(subscription)),
    ...userRoutes(accounts),
    ...projectRoutes(projectId, name, dataset, accounts, discussion !== undefined),
    ...(discussion?.routes ?? []),
    ...(login ? [...loginRoutes(login), ...accountRoutes(login), ...peopleRoutes(accounts)] : []),
  ]
  const api = createRouter(routes, access, publicContent)

  function answerTo(request: IncomingMessage, response: ServerResponse) {
    const url = addressOf(request)
    const { pathname } = url
    const version = versionOf(pathname)
    const exchange = (path: string): Exchange => ({
      request,
      response,
      url,
      segments: decode(path),
    })
    if (version !== undefined)
      return () => api(exchange(pathname.slice(version.length + 2)), version)
    const [kind, project, dataset] = pathname.slice(1).split('/')
    if (project !== projectId || dataset !== name) return undefined
    const isStaff = () => typeof access(request) === 'object'
    if (kind === 'images') return () => assets.image(exchange(pathname), isStaff)
    if (kind === 'files') return () => assets.file(exchange(pathname), isStaff)
    return undefined
  }

  const endStreams = () => {
    streams.closeAll()
    sockets.closeAll()
  }

  return {
    /** All routes, so that tests can check rules on each of them. */
    routes,

    handle(request: IncomingMessage, response: ServerResponse, next: () => void): void {
      const answer = answerTo(request, response)
      if (!answer) {
        next()
        return
      }
      setAssetOrigin(response, assetOriginOf(request))
      Promise.resolve()
        .then(answer)
        .catch((error: unknown) => {
          const known = asLakeError(error)
          if (known instanceof RetryLaterError && known.limit) onRefused(known.limit)
          if (known.statusCode === 500) {
            const fields = { method: request.method, path: request.url?.split('?', 1)[0] }
            log?.error({ err: error, ...fields }, 'content lake request failed')
          }
          sendError(response, known)
        })
    },

    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      sockets.upgrade(request, socket, head),

    endStreams,

    close(): void {
      stopWatching()
      endStreams()
      evaluator.close()
      discussion?.close()
    },
  }
}

/** Returns a function that returns the network of a request's client. */
export function networkOfRequests(login: Login | undefined) {
  return (request: IncomingMessage): string =>
    networkOf(login?.addressOf(request) ?? request.socket.remoteAddress ?? '')
}

function addressOf(request: IncomingMessage): URL {
  const path = request.url?.startsWith('/') ? request.url : '/'
  const origin = `http://${request.headers.host ?? 'localhost'}`
  return new URL((URL.canParse(origin) ? origin : 'http://localhost') + path)
}

function decode(pathname: string): string[] {
  try {
    return pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    throw httpError(400, 'The path is invalid')
  }
}
