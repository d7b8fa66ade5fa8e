import type { OutgoingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'
import { networkOf } from 'halvi-runtime/network'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Preview } from '../../app/preview/preview.ts'
import { previewLimits } from '../limits.ts'
import type { SiteRoute } from '../remix/site-routes.ts'
import { asyncHandler, sendErrorPage } from './error-page.ts'

/** Permanent redirects, and the temporary ones in their place. */
const temporary: Readonly<Record<number, number>> = { 301: 302, 308: 307 }

/** Makes every answer to a browser in preview private: not cached, not indexed, no permanent redirect. */
export function keepPreviewsPrivate(
  preview: Pick<Preview, 'mayBeInPreview'> | undefined,
): RequestHandler {
  return (request, response, next) => {
    if (!preview?.mayBeInPreview(request.headers.cookie)) return next()
    const writeHead = response.writeHead.bind(response) as (status: number) => typeof response
    // Headers may be given here, too. What is set last wins.
    response.writeHead = (status: number, ...given: unknown[]) => {
      const headers = given.find((part) => typeof part === 'object') as
        | OutgoingHttpHeaders
        | string[]
        | undefined
      for (const [name, value] of entriesOf(headers)) response.setHeader(name, value)
      response.setHeader('Cache-Control', 'private, no-store')
      response.setHeader('X-Robots-Tag', 'noindex')
      return writeHead(temporary[status] ?? status)
    }
    next()
  }
}

function entriesOf(headers: OutgoingHttpHeaders | string[] = {}): [string, string | string[]][] {
  if (!Array.isArray(headers)) return Object.entries(headers) as [string, string | string[]][]
  return headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name, headers[index + 1] ?? ''] as [string, string]] : [],
  )
}

/** The paths of Remix's client: a page's data alone, and the list of routes. */
const clientPaths = /\.data$|^\/__manifest$/i

/** Answers Remix's client in preview only; pages outside of it have none. */
export function previewDataOnly(preview: Pick<Preview, 'sessionOf'> | undefined): RequestHandler {
  return asyncHandler(async (request, response, next) => {
    // As Remix reads the path, which resolves dots and backslashes.
    const { pathname } = new URL(`http://here.invalid${request.path}`)
    if (!clientPaths.test(pathname)) return next()
    if (await preview?.sessionOf(request.headers.cookie)) return next()
    sendErrorPage(response, 404, 'There is no such page.')
  })
}

/** Bounds how often a network asks for previews, which read drafts. Changes are for browsers in preview. */
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
    try {
      await limiter.consume(networkOf(request.ip ?? ''))
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      refused('preview')
      const seconds = Math.min(Math.ceil(error.msBeforeNext / 1000), windowSeconds)
      return sendErrorPage(
        response,
        429,
        'Too many previews have been asked for from here. Please try again later.',
        { 'Retry-After': String(seconds) },
      )
    }
    next()
  })
}
