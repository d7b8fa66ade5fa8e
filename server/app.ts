import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Content } from '../app/content/content.ts'
import type { SiteContext } from '../app/context.ts'
import type { EmbeddedLake } from './embedded-lake.ts'
import { withoutFlood } from './flood.ts'
import { health } from './health.ts'
import { hostPattern } from './host.ts'
import type { Metrics } from './metrics.ts'
import { metricsPage } from './metrics-page.ts'
import { sameOriginOnly } from './origin.ts'
import type { Pages } from './pages.ts'
import { refuse } from './refusal.ts'
import { requestLog } from './request-log.ts'
import { routeRequests } from './routes.ts'
import { withHeaders } from './security-headers.ts'
import type { Settings } from './settings.ts'
import type { Studio } from './studio.ts'
import { countTurnedAway } from './turned-away.ts'

/** What the app is made of. */
export interface AppParts extends Pick<SiteContext, 'leads' | 'preview' | 'siteUrl' | 'stopping'> {
  content: Content
  settings: Settings
  lake?: EmbeddedLake
  pages: Pages
  studio: Studio
  /** What every answer carries. */
  headers: Readonly<Record<string, string>>
  metrics: Metrics
  log: Logger
}

/** What a request passes on its way to a page, in this order. */
export function createApp(parts: AppParts): Express {
  const { settings, siteUrl, content, preview, leads, stopping, log } = parts
  const { lake, pages, studio, metrics, headers } = parts
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', settings.TRUST_PROXY)
  app.use(withHeaders(headers))
  // In front of the log: a page's styles and fonts would fill it.
  app.use('/studio', studio.handle)
  app.use(pages.files)
  app.use(requestLog(log))
  app.use(health({ content: () => content.check(), leads: () => leads.check() }, log))
  app.use(wellFormedOnly)
  const { METRICS_TOKEN: token, TRUST_PROXY: proxies } = settings
  app.use(metricsPage({ metrics, leads, token, proxies, log }))
  if (lake) app.use((request, response, next) => lake.handle(request, response, next))
  const turnedAway = countTurnedAway(leads)
  app.use(withoutFlood(leads.flooding, turnedAway))
  app.use(knownMethodsOnly)
  app.use(sameOriginOnly({ siteUrl: () => siteUrl }, turnedAway))
  app.all(
    '*',
    routeRequests(pages.build, settings.NODE_ENV, (request) => {
      const pass = preview?.passOf(request.headers.cookie)
      return {
        content: (pass && preview?.reader(pass, request.originalUrl)) ?? content.reader(),
        preview,
        pass,
        leads,
        siteUrl,
        stopping,
        log: request.log,
        requestId: String(request.id),
        clientAddress: request.ip ?? '',
      }
    }),
  )
  app.use(failed)
  return app
}

/** Remix builds a URL from Host and path; what makes none is the client's mistake. */
const wellFormedOnly: RequestHandler = (request, response, next) => {
  const host = request.get('host') ?? ''
  const target = request.originalUrl
  const isAddress =
    hostPattern.test(host) &&
    target.startsWith('/') &&
    URL.canParse(`http://${host}${target}`) &&
    isDecodable(request.path)
  if (isAddress) next()
  else refuse(response, 400, 'This address could not be understood.')
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
  refuse(response, 405, 'This page can be read and, where it has a form, submitted.')
}

const failed: ErrorRequestHandler = (error, request, response, next) => {
  request.log.error({ err: error }, 'request failed outside of the pages')
  if (response.headersSent) return next(error)
  refuse(response, 500, `Something went wrong on our side. Request id: ${request.id}`)
}
