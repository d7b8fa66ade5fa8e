import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import type { RouteHandle } from '../../app/route-handle.ts'

/** Returns whether a request is for a page whose path contains a person's secret token. */
export const isPersonal = ({ address }: Pick<IncomingMessage, 'address'>): boolean =>
  (address.route?.module.handle as RouteHandle | undefined)?.isPersonal === true

/** Keeps all responses for personal pages out of caches, search results, and referrers. */
export const keepPersonal: RequestHandler = (request, response, next) => {
  if (isPersonal(request)) {
    response.set({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    })
  }
  next()
}
