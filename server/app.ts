import { networkOf } from 'embedded-content-lake'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Content } from '../app/content/content.ts'
import type { SiteContext } from '../app/context.ts'
import type { Connections } from './connections/connections.ts'
import { connectionOf } from './connections/response-connection.ts'
import type { Metrics } from './metrics.ts'
import { sendErrorPage } from './middleware/error-page.ts'
import { health } from './middleware/health.ts'
import { knownFormsOnly } from './middleware/known-forms.ts'
import { metricsPage } from './middleware/metrics-page.ts'
import type { MissingPages } from './middleware/missing-pages.ts'
import { hostPattern, sameOriginOnly } from './middleware/origin.ts'
import { limitPreview } from './middleware/preview-limit.ts'
import { limitRate } from './middleware/rate-limit.ts'
import { countRejected } from './middleware/rejected.ts'
import { createRenderQueue } from './middleware/render-queue.ts'
import { limitRequests, limitStreams } from './middleware/request-limits.ts'
import { requestLog } from './middleware/request-log.ts'
import { withHeaders } from './middleware/security-headers.ts'
import type { SiteRoute } from './page-cache/site-routes.ts'
import { createNodeHandler, createSiteHandler } from './remix.ts'
import type { Settings } from './settings.ts'
import type { EmbeddedLake } from './start/embedded-lake.ts'
import type { Pages } from './start/pages.ts'
import type { Studio } from './studio/studio.ts'

/** What the app is made of. */
export interface AppParts
  extends Pick<SiteContext, 'leads' | 'liveCounts' | 'preview' | 'siteUrl' | 'shutdownSignal'> {
  content: Content
  settings: Settings
  lake?: EmbeddedLake
  pages: Pages
  studio: Studio
  /** What every answer carries. */
  headers: Readonly<Record<string, string>>
  metrics: Metrics
  /** Opens the figures. */
  metricsToken: string
  connections: Pick<Connections, 'request' | 'stream' | 'figures'>
  log: Logger
}

/** What the app is told by the page cache in front of it. */
export interface KeptPages {
  /** Absent while developing, when routes may change. */
  routeAt?: ((path: string) => SiteRoute | undefined) | undefined
  /** Answers a request for a path where nothing is, if that is known. */
  answerMissing: RequestHandler
  onMissing: MissingPages
}

/** What a request passes on its way to a page, in this order. */
export function createApp(parts: AppParts & KeptPages): Express {
  const { settings, siteUrl, content, preview, leads, shutdownSignal, log } = parts
  const { lake, liveCounts, pages, studio, metrics, headers, connections } = parts
  const { routeAt, answerMissing, onMissing } = parts
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', settings.TRUST_PROXY)
  app.use(withHeaders(headers))
  // In front of every limit: they answer while everything else is overloaded.
  app.use(health({ content: () => content.check(), leads: () => leads.check() }, log))
  app.use(limitRequests(connections))
  // In front of the log: a page's styles and fonts would fill it.
  app.use('/studio', studio.handle)
  app.use(pages.files)
  app.use(requestLog(log))
  app.use(wellFormedOnly)
  app.use(metricsPage({ metrics, leads, token: parts.metricsToken, log }))
  app.use(limitStreams(connections))
  if (lake) app.use((request, response, next) => lake.handle(request, response, next))
  const onRejected = countRejected(leads)
  app.use(limitRate(leads.blockedFor, onRejected))
  app.use(knownMethodsOnly)
  app.use(sameOriginOnly({ siteUrl: () => siteUrl }, onRejected))
  app.use(limitPreview(preview, metrics.refused))
  if (routeAt) app.use(knownFormsOnly(routeAt))
  app.use(answerMissing)
  const queue = createRenderQueue(metrics.refused)
  metrics.observeEdge(() => ({ ...connections.figures, renders: queue.size }))
  const handle = createSiteHandler(pages.build, settings.NODE_ENV)
  const render = createNodeHandler(handle, (request) => {
    const previewSession = preview?.sessionOf(request.headers.cookie)
    return {
      content:
        (previewSession && preview?.reader(previewSession, request.originalUrl)) ??
        content.reader(),
      preview,
      previewSession,
      leads,
      liveCounts,
      connection: connectionOf(request.res),
      siteUrl,
      shutdownSignal,
      log: request.log,
      requestId: String(request.id),
      clientNetwork: networkOf(request.ip ?? ''),
    }
  })
  app.all(
    '*',
    queue.inTurn(async (request, response) => {
      await render(request, response)
      if (response.statusCode === 404) onMissing(request)
    }),
  )
  if (pages.showError) app.use(pages.showError)
  app.use(failed(log))
  return app
}

/**
 * Remix builds a URL from Host and path; what makes none is the client's mistake. So is `_data`, by
 * which Remix was asked for data in earlier versions: it answers, and calls each one an error.
 */
const wellFormedOnly: RequestHandler = (request, response, next) => {
  const host = request.get('host') ?? ''
  const target = request.originalUrl
  const isAddress =
    hostPattern.test(host) &&
    target.startsWith('/') &&
    URL.canParse(`http://${host}${target}`) &&
    !('_data' in request.query) &&
    isDecodable(request.path)
  if (isAddress) next()
  else sendErrorPage(response, 400, 'This address could not be understood.')
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

const knownMethodsOnly: RequestHandler = (request, response, next) => {
  if (['GET', 'HEAD', 'POST'].includes(request.method)) return next()
  response.set('Allow', 'GET, HEAD, POST')
  sendErrorPage(response, 405, 'This page can be read and, where it has a form, submitted.')
}

function failed(log: Logger): ErrorRequestHandler {
  return (error, request, response, _next) => {
    ;(request.log ?? log).error({ err: error }, 'request failed outside of the pages')
    if (response.headersSent) return response.destroy()
    sendErrorPage(
      response,
      500,
      `Something went wrong on our side. Request id: ${request.id ?? 'none'}`,
    )
  }
}
