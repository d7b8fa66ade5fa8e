import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Log } from 'halvi-kit/log'
import { asLakeError, RetryLaterError } from './errors/errors.ts'
import type { Access } from './http/access.ts'
import { networkOfRequests } from './http/clients.ts'
import { type CorsPolicy, respondToPreflight } from './http/cors.ts'
import { ServerSentEvents } from './http/event-stream.ts'
import { checkHost } from './http/host.ts'
import { decodePath, parseApiPath } from './http/request-path.ts'
import { sendError, setAssetOrigin } from './http/respond.ts'
import {
  createResponder,
  type Exchange,
  type MatchedRoutes,
  type Route,
  RouteTable,
} from './http/router.ts'
import type { Login } from './login/login.ts'
import { isEncrypted } from './login/origin.ts'
import { watchSessions } from './login/sessions.ts'
import {
  type Datasets,
  datasetNotFound,
  datasetSegment,
  projectNotFound,
} from './project/datasets.ts'
import type { ServedDataset } from './project/served-dataset.ts'
import { Sockets } from './sockets/sockets.ts'
import type { Accounts } from './users/accounts.ts'

interface HandlerOptions {
  projectId: string
  datasets: Datasets
  /** The routes besides those of datasets. */
  routes: readonly Route[]
  accounts: Accounts
  /** Undefined if nobody can sign in. Then tokens are the only way in. */
  login?: Login | undefined
  access: Access
  /** Origins of pages that may use the API. By default only this origin. */
  cors?: CorsPolicy | undefined
  /** Returns whether a Host header names this lake. By default all do. Not used for connections from other machines. */
  isOwnHost?: ((host: string) => boolean) | undefined
  /** Returns the origin in the URLs of assets. By default the origin of the request. */
  publicUrl?: (() => string) | undefined
  onRefused?: ((limit: string) => void) | undefined
  log?: Log | undefined
}

/** Paths that clients send to the project's own host, and to others below `projects/<id>`. */
const ofProjectHost = new Set(['datasets', 'aliases'])

/**
 * Returns a handler for the lake's requests; it passes other requests on. `endStreams` closes streams and sockets.
 */
export function createHandler(options: HandlerOptions) {
  const { projectId, datasets, accounts, login, access, publicUrl, cors, log } = options
  const { onRefused = () => {}, isOwnHost } = options
  const assetOriginOf = (request: IncomingMessage) => publicUrl?.() ?? addressOf(request).origin
  const networkOfRequest = networkOfRequests(login)
  const streams = new ServerSentEvents(networkOfRequest)
  const sockets = new Sockets({
    access,
    address: login?.address,
    cors,
    checkHost: (request) => checkHost(request, isOwnHost),
    networkOf: networkOfRequest,
    assetOriginOf,
    onRefused,
    presenceIn: (name) => datasets.find(name),
    subscriptions: () => [...datasets.all()].flatMap(({ subscriptions }) => subscriptions),
    log,
  })
  const endUnauthenticated = () => {
    streams.endUnauthenticated()
    sockets.endUnauthenticated()
  }
  accounts.onSessionsEnded = endUnauthenticated
  const stopWatching = watchSessions(accounts.store, endUnauthenticated)
  const respond = createResponder(access)
  const projectTable = new RouteTable(options.routes)
  const tables = new WeakMap<ServedDataset, RouteTable>()

  /** Returns the routes of a path, and its dataset. Throws a `LakeError` 404 for an unknown project or dataset. */
  function routesOf(segments: string[]): MatchedRoutes & { dataset?: ServedDataset } {
    const [first, project = projectId] = segments
    if (first === 'projects' && project !== projectId) throw projectNotFound(project)
    const ofProject = projectTable.matching(segments)
    const index = datasetSegment(segments)
    const name = index === undefined ? undefined : segments[index]
    if (ofProject.length > 0 || index === undefined || name === undefined)
      return { routes: ofProject, openness: 'closed' }
    const found = datasets.find(name)
    if (!found) throw datasetNotFound(name, projectId)
    segments[index] = found.name
    let table = tables.get(found)
    if (!table) {
      table = new RouteTable(routesOfDataset(found, streams))
      tables.set(found, table)
    }
    return { routes: table.matching(segments), openness: found.openness(), dataset: found }
  }

  function responderFor(request: IncomingMessage, response: ServerResponse) {
    try {
      checkHost(request, isOwnHost)
    } catch (error) {
      return () => Promise.reject(error)
    }
    const url = addressOf(request)
    const { pathname } = url
    const parsed = parseApiPath(pathname, projectId)
    if (parsed) {
      if (cors && respondToPreflight(request, response, pathname, cors)) return () => {}
      const { segments, version } = parsed
      if (ofProjectHost.has(segments[0] ?? '')) segments.unshift('projects', projectId)
      try {
        const matched = routesOf(segments)
        if (matched.routes.length === 0) return undefined
        const exchange = { request, response, url, segments }
        return () => unlessDeleted(matched.dataset, respond(exchange, version, matched))
      } catch (error) {
        return () => Promise.reject(error)
      }
    }
    const [kind, project, dataset = ''] = pathname.slice(1).split('/')
    const found = project === projectId ? datasets.find(dataset) : undefined
    const { assets } = found ?? {}
    if (!found || !assets) return undefined
    const isStaff = () => found.openness() === 'public' || typeof access(request) === 'object'
    const exchange = (): Exchange => ({ request, response, url, segments: decodePath(pathname) })
    if (kind === 'images') return () => unlessDeleted(found, assets.image(exchange(), isStaff))
    if (kind === 'files') return () => unlessDeleted(found, assets.file(exchange(), isStaff))
    return undefined
  }

  /** Waits for a response. Throws a `LakeError` 404 if it failed because the dataset was deleted in the meantime. */
  async function unlessDeleted(dataset: ServedDataset | undefined, response: Promise<void>) {
    try {
      await response
    } catch (error) {
      const isDeleted = dataset !== undefined && datasets.find(dataset.name) !== dataset
      throw isDeleted && asLakeError(error).statusCode >= 500
        ? datasetNotFound(dataset.name, projectId)
        : error
    }
  }

  const endStreams = () => {
    streams.closeAll()
    sockets.closeAll()
  }

  return {
    /** Returns all routes, so that tests can check rules on each of them. */
    allRoutes: (): Route[] => [
      ...options.routes,
      ...[...datasets.all()].flatMap((one) => routesOfDataset(one, streams)),
    ],

    handle(request: IncomingMessage, response: ServerResponse, next: () => void): void {
      const respondTo = responderFor(request, response)
      if (!respondTo) {
        next()
        return
      }
      setAssetOrigin(response, assetOriginOf(request))
      Promise.resolve()
        .then(respondTo)
        .catch((error: unknown) => {
          const known = asLakeError(error)
          if (known instanceof RetryLaterError && known.limit) onRefused(known.limit)
          if (known.statusCode === 500) {
            const fields = {
              method: request.method,
              path: request.url?.slice(0, 500).split('?', 1)[0],
            }
            log?.error({ err: error, ...fields }, 'content lake request failed')
          }
          sendError(response, known)
        })
    },

    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      sockets.upgrade(request, socket, head),

    endStreams,
    endUnauthenticated,

    close(): void {
      stopWatching()
      endStreams()
    },
  }
}

function routesOfDataset(
  { routes, subscriptions }: ServedDataset,
  streams: ServerSentEvents,
): Route[] {
  return [...routes, ...subscriptions.map((subscription) => streams.route(subscription))]
}

function addressOf(request: IncomingMessage): URL {
  const path = request.url?.startsWith('/') ? request.url : '/'
  const scheme = isEncrypted(request) ? 'https' : 'http'
  const origin = `${scheme}://${request.headers.host ?? 'localhost'}`
  return new URL((URL.canParse(origin) ? origin : 'http://localhost') + path)
}
