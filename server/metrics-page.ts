import { createHash, timingSafeEqual } from 'node:crypto'
import { type Request, Router } from 'express'
import type { Logger } from 'pino'
import type { Leads } from '../app/leads/leads.ts'
import type { Metrics } from './metrics.ts'

interface MetricsPage {
  metrics: Metrics
  leads: Pick<Leads, 'backlog'>
  /** What a reader has to bring along; absent: see `isLocal`. */
  token?: string
  /** How many proxies stand in front. */
  proxies: number
  log: Logger
}

/**
 * `GET /metrics`, for whoever brings the token (RFC 6750: `Authorization: Bearer …`). Without a
 * token it is for this machine alone; to anybody else there is no such page.
 */
export function metricsPage({ metrics, leads, token, proxies, log }: MetricsPage): Router {
  const router = Router()
  router.get('/metrics', async (request, response, next) => {
    if (token === undefined) {
      if (proxies > 0 || !isLocal(request)) return next()
    } else if (!isBearer(request.get('authorization'), token)) {
      return response.status(401).set('WWW-Authenticate', 'Bearer').end()
    }
    const backlog = await leads.backlog().catch((error) => {
      log.error({ err: error }, 'backlog not counted')
      return undefined
    })
    // Set by hand: Express would write the type's parameters its own way.
    response.setHeader('Content-Type', metrics.contentType)
    response.setHeader('Cache-Control', 'no-store')
    response.end(await metrics.text(backlog))
  })
  return router
}

const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/**
 * Whether a request was made on this machine and to it by name. A proxy on this machine connects
 * from here too: it shows by the headers that it adds, or by the public name that was asked for.
 */
function isLocal(request: Request): boolean {
  return (
    /^(::1$|(::ffff:)?127\.)/.test(request.socket.remoteAddress ?? '') &&
    /^(localhost|127(\.\d+){3}|\[::1\])$/.test(request.hostname ?? '') &&
    !forwarding.some((name) => name in request.headers)
  )
}

/** Takes as long whatever the difference. */
function isBearer(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  return timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
