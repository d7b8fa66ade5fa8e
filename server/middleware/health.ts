import { type Response, Router } from 'express'
import { asyncHandler } from 'halvi-kit/http/async-handler'
import { withTimeout } from 'halvi-kit/timeout'
import type { Logger } from 'pino'
import { healthLimits } from '../limits.ts'

/** Checks a store that the site needs. Resolves when the store responds. */
type Check = () => Promise<unknown>

/**
 * Returns the routes of health checks. Both respond with `503` during shutdown (`isEnding`).
 *
 * - `/healthz`, for proxies: whether the process accepts requests. Does not depend on the stores.
 * - `/readyz`, for monitoring: whether all stores respond. Checked at most once per second.
 */
export function health(
  checks: Record<string, Check>,
  log: Logger,
  isEnding: () => boolean = () => false,
): Router {
  const router = Router()
  const answer = (response: Response, status: number, body: object) =>
    response.status(status).set('Cache-Control', 'no-store').json(body)
  router.get('/healthz', (_request, response) => {
    if (isEnding()) answer(response, 503, { status: 'draining' })
    else answer(response, 200, { status: 'up' })
  })

  const logged = new Set<string>()
  async function failingChecks(): Promise<string[]> {
    const results = Object.entries(checks).map(async ([name, check]) => {
      try {
        await withTimeout(check(), healthLimits.checkTimeoutMs)
        logged.delete(name)
        return []
      } catch (error) {
        // Once per outage: monitoring asks often.
        if (!logged.has(name)) log.error({ err: error, check: name }, 'not ready')
        logged.add(name)
        return [name]
      }
    })
    return (await Promise.all(results)).flat()
  }

  let latest: { failing: Promise<string[]>; until: number } | undefined
  router.get(
    '/readyz',
    asyncHandler(async (_request, response) => {
      if (!latest || latest.until < performance.now()) {
        const checked = { failing: failingChecks(), until: Number.POSITIVE_INFINITY }
        latest = checked
        checked.failing.then(() => {
          checked.until = performance.now() + healthLimits.ttlMs
        })
      }
      const failing = isEnding() ? ['process'] : await latest.failing
      if (failing.length > 0) answer(response, 503, { status: 'not ready', failing })
      else answer(response, 200, { status: 'ready' })
    }),
  )
  return router
}
