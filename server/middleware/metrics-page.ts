import { createHash, timingSafeEqual } from 'node:crypto'
import { Router } from 'express'
import { asyncHandler } from 'halvi-kit/http/async-handler'
import { withTimeout } from 'halvi-kit/timeout'
import type { Leads } from 'halvi-leads'
import { officePaths } from 'halvi-site/office-protocol'
import type { Logger } from 'pino'
import type { MetricObject } from 'prom-client'
import { healthLimits } from '../limits.ts'
import type { Metrics } from '../metrics.ts'

interface MetricsPage {
  metrics: Metrics
  leads: Pick<Leads, 'backlog'>
  /** Resolves to the body of the office's response to a path. */
  askOffice(path: string): Promise<Buffer>
  /** The bearer token that requests must send. */
  token: string
  log: Logger
}

/** Returns the route `GET /metrics`, which requires the token (RFC 6750: `Authorization: Bearer …`). */
export function metricsPage({ metrics, leads, askOffice, token, log }: MetricsPage): Router {
  const router = Router()
  router.get(
    '/metrics',
    asyncHandler(async (request, response) => {
      if (!isBearer(request.get('authorization'), token)) {
        return response.status(401).set('WWW-Authenticate', 'Bearer').end()
      }
      const counted = withTimeout(leads.backlog(), healthLimits.checkTimeoutMs)
      const backlog = await counted.catch((error) => {
        log.error({ err: error }, 'backlog count failed')
        return undefined
      })
      // Set on the Node response, because Express would reformat the parameters of the type.
      response.setHeader('Content-Type', metrics.contentType)
      response.setHeader('Cache-Control', 'no-store')
      // Without an office, its metrics are missing.
      const ofOffice = await askOffice(officePaths.metrics)
        .then((body) => JSON.parse(String(body)) as MetricObject[])
        .catch(() => [])
      return response.end(await metrics.text(backlog, ofOffice))
    }),
  )
  return router
}

/** Returns whether the header contains the token. Takes constant time. */
function isBearer(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  return timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
