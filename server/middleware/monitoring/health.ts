import { Router } from 'express'
import type { Logger } from 'pino'
import { healthLimits } from '../../limits.ts'
import { asyncHandler } from '../async-handler.ts'

/** Something that the site cannot serve without. Resolves when it answers. */
type Check = () => Promise<unknown>

/**
 * `GET /healthz`: the process is up. `GET /readyz`: everything that it needs answers, in time;
 * otherwise `503` with the names of what does not. However many ask, it is checked once a second.
 *
 * @param isEnding whether the process is about to end, which proxies are told by `503` too
 */
export function health(
  checks: Record<string, Check>,
  log: Logger,
  isEnding: () => boolean = () => false,
): Router {
  const router = Router()
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'up' })
  })

  async function failingChecks(): Promise<string[]> {
    const failing: string[] = []
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await inTime(check())
        } catch (error) {
          failing.push(name)
          log.error({ err: error, check: name }, 'not ready')
        }
      }),
    )
    return failing
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
      response
        .status(failing.length ? 503 : 200)
        .set('Cache-Control', 'no-store')
        .json(failing.length ? { status: 'not ready', failing } : { status: 'ready' })
    }),
  )
  return router
}

async function inTime(check: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const tooLate = () => reject(new Error(`No answer in ${healthLimits.checkTimeoutMs} ms`))
    timer = setTimeout(tooLate, healthLimits.checkTimeoutMs)
  })
  await Promise.race([check, late]).finally(() => clearTimeout(timer))
}
