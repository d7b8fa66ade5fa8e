import { Router } from 'express'
import type { Logger } from 'pino'

/** Something that the site cannot serve without. Resolves when it answers. */
type Check = () => Promise<unknown>

/**
 * `GET /healthz`: the process is up. `GET /readyz`: everything that it needs answers; otherwise
 * `503` with the names of what does not.
 */
export function health(checks: Record<string, Check>, log: Logger): Router {
  const router = Router()
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'up' })
  })
  router.get('/readyz', async (_request, response) => {
    const failing: string[] = []
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check()
        } catch (error) {
          failing.push(name)
          log.error({ err: error, check: name }, 'not ready')
        }
      }),
    )
    response
      .status(failing.length ? 503 : 200)
      .set('Cache-Control', 'no-store')
      .json(failing.length ? { status: 'not ready', failing } : { status: 'ready' })
  })
  return router
}
