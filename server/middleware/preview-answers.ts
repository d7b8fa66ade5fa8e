import type { OutgoingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'
import type { Preview } from '../../app/preview/preview.ts'

/** Redirects that are kept for good, and the ones that are not. */
const temporary: Readonly<Record<number, number>> = { 301: 302, 308: 307 }

/**
 * Makes every answer to a browser in preview private, whatever answers it: no cache keeps it, no search
 * engine indexes it, and no redirect is permanent.
 */
export function keepPreviewsPrivate(
  preview: Pick<Preview, 'mayBeInPreview'> | undefined,
): RequestHandler {
  return (request, response, next) => {
    if (!preview?.mayBeInPreview(request.headers.cookie)) return next()
    const writeHead = response.writeHead.bind(response) as (status: number) => typeof response
    // Headers are set before, whichever way they are given: what is set here is the last word.
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
