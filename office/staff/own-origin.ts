import type { RequestHandler } from 'express'
import { isOwnOrigin, trustedHost } from '../../server/middleware/origin.ts'
import { ProblemError } from './problem.ts'

/**
 * Returns a handler that accepts only requests from pages of this site, according to Origin or Sec-Fetch-Site
 * (https://www.w3.org/TR/fetch-metadata/). Requests that change data must have one of these headers.
 */
export function ownOriginOnly(siteUrl: () => string): RequestHandler {
  return (request, _response, next) => {
    const host = trustedHost(request)
    if (host === undefined) throw new ProblemError(400, 'The host is not valid')
    const { origin, 'sec-fetch-site': site } = request.headers
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const isOwn =
      origin !== undefined
        ? isOwnOrigin(request, host, siteUrl(), origin)
        : site === 'same-origin' || (reads && (site === 'none' || site === undefined))
    if (!isOwn) throw new ProblemError(403, 'Only pages of this site may send this request')
    next()
  }
}
