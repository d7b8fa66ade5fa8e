import { networkOf } from 'embedded-content-lake'
import type { RequestHandler } from 'express'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Preview } from '../../app/preview/preview.ts'
import { previewLimits } from '../limits.ts'
import { asyncHandler } from './async-handler.ts'
import { sendErrorPage } from './error-page.ts'

const paths = /^\/preview\/(enable|open|share|changes)(\.data)?\/?$/i

/**
 * Bounds how often a network may knock at the preview, whose ways in ask the content with the token
 * that reads drafts. The stream of changes is for who is in preview already.
 */
export function limitPreview(
  preview: Pick<Preview, 'sessionOf'> | undefined,
  refused: (limit: string) => void,
  { tries, windowSeconds }: { tries: number; windowSeconds: number } = previewLimits,
): RequestHandler {
  const limiter = new RateLimiterMemory({ points: tries, duration: windowSeconds })
  return asyncHandler(async (request, response, next) => {
    const [, way] = paths.exec(request.path) ?? []
    if (!way) return next()
    if (/^changes$/i.test(way) && !(await preview?.sessionOf(request.headers.cookie))) {
      return response.set('Cache-Control', 'no-store').status(403).end()
    }
    const tooMany = await limiter.consume(networkOf(request.ip ?? '')).then(
      () => undefined,
      (state: RateLimiterRes) => state,
    )
    if (!tooMany) return next()
    refused('preview')
    response.set('Retry-After', String(Math.ceil(tooMany.msBeforeNext / 1000)))
    sendErrorPage(
      response,
      429,
      'Too many previews have been asked for from here. Please try again later.',
    )
  })
}
