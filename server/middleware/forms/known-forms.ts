import type { RequestHandler } from 'express'
import type { SiteRoute } from '../../remix/site-routes.ts'
import { sendErrorPage } from '../error-page.ts'

/** Refuses what is submitted where nothing takes it, before a page is made that would say so. */
export function knownFormsOnly(
  routeAt: (path: string) => Pick<SiteRoute, 'hasAction'> | undefined,
): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'POST') return next()
    const route = routeAt(request.path)
    if (route?.hasAction) return next()
    if (!route) return sendErrorPage(response, 404, 'There is no such page.')
    response.set('Allow', 'GET, HEAD')
    sendErrorPage(response, 405, 'This page has no form.')
  }
}
