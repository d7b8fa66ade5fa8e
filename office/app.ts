import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import express, { type ErrorRequestHandler, Router } from 'express'
import { sendErrorPage } from 'halvi-site/error-page'
import { type OfficeConfig, officeHeaders } from 'halvi-site/office-protocol'
import { securityHeaders } from 'halvi-site/security-headers'
import type { Settings } from 'halvi-site/settings/settings'
import type { Logger } from 'pino'
import type { EmbeddedLake } from './lake/embedded-lake.ts'

/** The HTTP handler of the office. */
export type OfficeApp = ReturnType<typeof createOfficeApp>

/**
 * Returns the handler of requests that the site passes on. Requests without the secret of the site get 403. The lake and
 * the other parts are served once they are open, and are 503 before.
 */
export function createOfficeApp(config: OfficeConfig, settings: Settings, log: Logger) {
  const headers = securityHeaders({
    https: config.siteUrl.startsWith('https:'),
    hstsSubdomains: settings.HSTS_SUBDOMAINS,
  })
  const secret = digest(config.secret)
  const isFromSite = ({ headers }: IncomingMessage) =>
    timingSafeEqual(digest(String(headers[officeHeaders.secret])), secret)
  let lake: EmbeddedLake | undefined
  let isOpen = false
  const parts = Router()
  const app = express()
  app.disable('x-powered-by')
  // The site is the only proxy, and sets the headers with the client's address itself.
  app.set('trust proxy', 1)
  app.use((request, response, next) => {
    if (!isFromSite(request)) return response.status(403).end()
    request.on('error', () => {})
    response.on('error', () => {})
    request.id = String(request.headers[officeHeaders.requestId] ?? '')
    request.log = log.child({ requestId: request.id })
    response.set(headers)
    return next()
  })
  app.use((request, response, next) => (lake ? lake.handle(request, response, next) : next()))
  app.use(parts)
  app.use((_request, response) =>
    isOpen
      ? sendErrorPage(response, 404, 'This page does not exist.')
      : sendErrorPage(response, 503, 'The office is starting. Please try again in a few seconds.', {
          'Retry-After': '2',
        }),
  )
  app.use(failed(log))

  return {
    handle: (request: IncomingMessage, response: ServerResponse) => app(request, response),
    /** Serves the lake from now on. */
    serveLake(opened: EmbeddedLake) {
      lake = opened
    },
    /** Serves the other parts from now on. */
    serve(opened: Router) {
      parts.use(opened)
      isOpen = true
    },
    /** Passes a WebSocket to the lake. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
      socket.on('error', () => {})
      if (isFromSite(request) && lake?.upgrade(request, socket, head)) return
      socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    },
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

function failed(log: Logger): ErrorRequestHandler {
  return (error, request, response, _next) => {
    ;(request.log ?? log).error({ err: error }, 'request failed in the office')
    if (response.headersSent) return response.destroy()
    const message = `Something went wrong on our side. Request id: ${request.id ?? 'none'}`
    return sendErrorPage(response, 500, message)
  }
}
