import type { IncomingMessage, ServerResponse } from 'node:http'
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import { sendErrorPage } from 'halvi-site/error-page'
import { officePaths } from 'halvi-site/office-protocol'
import { securityHeaders } from 'halvi-site/security-headers'
import { isServerPath } from 'halvi-site/server-paths'
import type { Logger } from 'pino'
import { RequestAddress } from '../app/handler/address.ts'
import { createSiteHandler } from '../app/handler/handler.ts'
import type { Connections } from './connections/connections.ts'
import { isPathTooLong, rejectPath } from './connections/path-length.ts'
import type { Metrics } from './metrics.ts'
import { knownFormsOnly, limitRate, type OnRejected, readForms } from './middleware/forms.ts'
import { health } from './middleware/health.ts'
import { languageRedirects } from './middleware/languages.ts'
import { metricsPage } from './middleware/metrics-page.ts'
import { sameOriginOnly } from './middleware/origin.ts'
import { isPersonal, keepPersonal } from './middleware/personal-pages.ts'
import { createRenderQueue } from './middleware/render-queue.ts'
import { limitRequests } from './middleware/request-limits.ts'
import { logNotFoundPages, requestLog } from './middleware/request-log.ts'
import { knownMethodsOnly, wellFormedOnly } from './middleware/valid-request.ts'
import { openPageCache, type SiteParts } from './page-cache/open-page-cache.ts'
import { renderRequests } from './render-request.ts'
import { SitePages } from './site-pages.ts'
import type { Pages } from './start/pages.ts'
import { officeRequestsOnly } from './to-office/for-office.ts'
import type { PassThrough } from './to-office/pass-through.ts'

/** The parts of the running process that the app uses. */
interface AppParts extends SiteParts {
  pages: Pages
  metrics: Metrics
  /** The bearer token that `/metrics` requires. */
  metricsToken: string
  /** Returns whether the process is shutting down. */
  isEnding?: () => boolean
  connections: Pick<Connections, 'request' | 'metrics'>
  passThrough: Pick<PassThrough, 'handle' | 'ask' | 'get'>
}

/** The HTTP handler of the site, with the page cache in front. */
export interface App {
  handle(request: IncomingMessage, response: ServerResponse): void
  close(): Promise<void>
}

/**
 * Returns the page cache and, behind it, the middleware and pages in the order in which they handle requests. There
 * is no page cache in development.
 */
export function createApp(parts: AppParts): App {
  const { settings, siteUrl, content, leads, log, isInPreview, passThrough } = parts
  const { pages, metrics, connections, languages, updates } = parts
  const headers = securityHeaders({
    https: siteUrl.startsWith('https:'),
    hstsSubdomains: settings.HSTS_SUBDOMAINS,
  })
  const onNotFound = logNotFoundPages(log)
  const { build, version } = pages
  const handle = createSiteHandler(build, settings.NODE_ENV)
  const sitePages = new SitePages(content, updates)
  const pageCache =
    version && typeof build !== 'function'
      ? openPageCache({ ...parts, build, handle, sitePages, version, headers, onNotFound })
      : undefined
  let changes = 0
  // Logs the last live event when the languages, the list of pages, and the pages rendered in advance are as new.
  updates.onChange(async () => {
    const change = ++changes
    await Promise.all([languages.settled(), sitePages.settled()])
    await pageCache?.cache.pages.settled()
    // The last one of several logs for all.
    if (change === changes) log.debug({ event: updates.lastEventId }, 'content applied')
  })
  // Without a page cache (in development), no route is known.
  const routeAt = (path: string) => pageCache?.routeAt(path)
  const isForm = ({ address }: Request) => address.route?.formName !== undefined
  /** Counts a rejected submission by form and status. Without a form at the path, the form is `none`. */
  const onRejected: OnRejected = ({ address }, status) =>
    metrics.leads.responded(address.route?.formName ?? 'none', status)
  const queue = createRenderQueue(metrics.countRejection)
  metrics.observeEdge(() => ({ ...connections.metrics, renders: queue.size }))

  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', settings.TRUST_PROXY)
  app.use((_request, response, next) => {
    response.set(headers)
    next()
  })
  // Health checks come before all limits so that they respond even when the site is overloaded.
  const askOffice = (path: string) => passThrough.ask(path)
  const checks = {
    content: () => content.check(),
    leads: () => leads.check(),
    office: () => askOffice(officePaths.check),
  }
  app.use(health(checks, log, parts.isEnding))
  app.use(limitRequests(connections))
  const logged = requestLog(log)
  const toOffice: RequestHandler = (request, response) => passThrough.handle(request, response)
  app.use(officeRequestsOnly(logged, wellFormedOnly, toOffice))
  // Static files come before the request log: the styles and fonts of each page would fill the log.
  app.use(pages.files)
  app.use(logged)
  app.use(wellFormedOnly)
  app.use(keepPersonal)
  app.use(languageRedirects)
  app.use(metricsPage({ metrics, leads, askOffice, token: parts.metricsToken, log }))
  app.use((request, response, next) => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (reads && !isServerPath(request.address.path) && isInPreview(request.headers.cookie))
      toOffice(request, response, next)
    else next()
  })
  app.use(limitRate(leads.blockedFor, onRejected))
  app.use(knownMethodsOnly)
  const proxies = settings.TRUST_PROXY
  app.use(sameOriginOnly({ siteUrl, proxies, isForm, isPersonal }, onRejected))
  app.use(withoutClient)
  if (pageCache) app.use(knownFormsOnly, pageCache.shareImages, pageCache.sendWithoutPage)
  app.use(readForms(onRejected))
  const render = renderRequests({ ...parts, handle, sitePages, queue })
  const answer = async (request: Request, response: Response) => {
    if (await pageCache?.cache.sendVariant(request, response)) return
    await render(request, response)
    if (response.statusCode === 404) onNotFound(request)
  }
  app.all('*', queue.queued(answer))
  if (pages.showError) app.use(pages.showError)
  app.use(failed(log))
  const cache = pageCache?.cache
  if (cache) {
    metrics.observeCache(() => ({
      ...cache.counts,
      ...cache.pages.size,
      connected: updates.connected,
    }))
  }
  return {
    handle(request, response) {
      if (isPathTooLong(request)) {
        metrics.countRejection('long-paths')
        return rejectPath(response, headers)
      }
      request.address = new RequestAddress(request, languages, routeAt)
      if (!pageCache) return app(request, response)
      try {
        pageCache.sendImage(request, response, () =>
          pageCache.cache.handle(request, response, () => app(request, response)),
        )
      } catch (error) {
        log.error({ err: error }, 'request failed in the page cache')
        response.destroy()
      }
    },
    close: async () => pageCache?.close(),
  }
}

/** Rejects requests of Remix's client, which runs only on pages in preview. */
const withoutClient: RequestHandler = ({ address }, response, next) =>
  address.isForClient ? sendErrorPage(response, 404, 'This page does not exist.') : next()

function failed(log: Logger): ErrorRequestHandler {
  return (error, request, response, _next) => {
    ;(request.log ?? log).error({ err: error }, 'request failed outside the pages')
    if (response.headersSent) return response.destroy()
    const message = `Something went wrong on our side. Request id: ${request.id ?? 'none'}`
    sendErrorPage(response, 500, message)
  }
}
