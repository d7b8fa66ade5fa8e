import type { RequestHandler } from 'express'
import { networkOf } from 'halvi-runtime/network'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Preview } from '../../app/preview/preview.ts'
import { previewLimits } from '../limits.ts'
import type { SiteRoute } from '../remix/site-routes.ts'
import { asyncHandler } from './async-handler.ts'
import { sendErrorPage } from './error-page.ts'

/**
 * Bounds how often a network may knock at the preview, whose ways in ask the content with the token
 * that reads drafts. The stream of changes is for who is in preview already.
 */
export function limitPreview(
  preview: Pick<Preview, 'sessionOf'> | undefined,
  routeAt: (path: string) => Pick<SiteRoute, 'id'> | undefined,
  refused: (limit: string) => void,
  { tries, windowSeconds }: { tries: number; windowSeconds: number } = previewLimits,
): RequestHandler {
  const limiter = new RateLimiterMemory({ points: tries, duration: windowSeconds })
  return asyncHandler(async (request, response, next) => {
    const id = routeAt(request.path)?.id
    if (!id?.startsWith('routes/preview.')) return next()
    if (id === 'routes/preview.changes' && !(await preview?.sessionOf(request.headers.cookie))) {
      return response.set('Cache-Control', 'no-store').status(403).end()
    }
    const tooMany = await limiter.consume(networkOf(request.ip ?? '')).then(
      () => undefined,
      (state: RateLimiterRes) => state,
    )
    if (!tooMany) return next()
    refused('preview')
    response.set(
      'Retry-After',
      String(Math.min(Math.ceil(tooMany.msBeforeNext / 1000), windowSeconds)),
    )
    sendErrorPage(
      response,
      429,
      'Too many previews have been asked for from here. Please try again later.',
    )
  })
}
