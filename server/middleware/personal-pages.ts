import type { Request, RequestHandler } from 'express'
import type { SiteRoute } from '../../app/handler/site-routes.ts'
import type { RouteHandle } from '../../app/route-handle.ts'

/** Returns a function that returns whether a request is for a page whose path contains a person's secret token. */
export const personalPages =
  (routeAt: (path: string) => Pick<SiteRoute, 'module'> | undefined) =>
  ({ path }: Pick<Request, 'path'>): boolean =>
    (routeAt(path)?.module.handle as RouteHandle | undefined)?.isPersonal === true

/** Returns a handler that keeps all responses for personal pages out of caches, search results, and referrers. */
export function keepPersonal(isPersonal: (request: Request) => boolean): RequestHandler {
  return (request, response, next) => {
    if (isPersonal(request)) {
      response.set({
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      })
    }
    next()
  }
}
