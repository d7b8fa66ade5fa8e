import type { OutgoingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'
import { asyncHandler } from 'halvi-kit/http/async-handler'
import { networkOf } from 'halvi-kit/network'
import { sendErrorPage } from 'halvi-site/error-page'
import type { Preview } from 'halvi-site/preview/preview'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { previewLimits } from '../limits.ts'

/** Permanent redirect statuses and the temporary ones that replace them. */
const temporary: Readonly<Record<number, number>> = { 301: 302, 308: 307 }

/**
 * Returns a handler that makes every response to a browser in preview private: not cached, not indexed, no permanent
 * redirects.
 */
export function keepPreviewsPrivate(
  preview: Pick<Preview, 'mayBeInPreview'> | undefined,
): RequestHandler {
  return (request, response, next) => {
    if (!preview?.mayBeInPreview(request.headers.cookie)) return next()
    const writeHead = response.writeHead.bind(response) as (status: number) => typeof response
    // Headers may also be passed to `writeHead`. Headers that are set last take precedence.
    response.writeHead = (status: number, ...rest: unknown[]) => {
      const headers = rest.find((part) => typeof part === 'object') as
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

/** Returns a handler that limits requests that open previews, per network, because previews show drafts. */
export function limitPreview(
  countRejection: (limit: string) => void,
  { maxAttempts, windowSeconds }: { maxAttempts: number; windowSeconds: number } = previewLimits,
): RequestHandler {
  const limiter = new RateLimiterMemory({ points: maxAttempts, duration: windowSeconds })
  return asyncHandler(async (request, response, next) => {
    try {
      await limiter.consume(networkOf(request.ip ?? ''))
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      countRejection('preview')
      const seconds = Math.min(Math.ceil(error.msBeforeNext / 1000), windowSeconds)
      return sendErrorPage(
        response,
        429,
        'Too many preview requests from your network. Please try again later.',
        { 'Retry-After': String(seconds) },
      )
    }
    next()
  })
}
