import { type Response, Router } from 'express'
import type { Logger } from 'pino'
import { healthLimits } from '../limits.ts'
import { withTimeout } from '../timeout.ts'
import { asyncHandler } from './error-page.ts'

/** Something that the site cannot serve without. Resolves when it answers. */
type Check = () => Promise<unknown>

/**
 * `/healthz`, for proxies: does the process take requests? A store that is unreachable changes nothing.
 * `/readyz`, for monitoring: does everything answer? Checked once a second, however many ask.
 * Both answer `503` while the process drains (`isEnding`).
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

  async function failingChecks(): Promise<string[]> {
    const results = Object.entries(checks).map(async ([name, check]) => {
      try {
        await withTimeout(check(), healthLimits.checkTimeoutMs)
        return []
      } catch (error) {
        log.error({ err: error, check: name }, 'not ready')
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
          checked.until = performance.now() + healthLimits.freshMs
        })
      }
      const failing = isEnding() ? ['process'] : await latest.failing
      if (failing.length > 0) answer(response, 503, { status: 'not ready', failing })
      else answer(response, 200, { status: 'ready' })
    }),
  )
  return router
}
