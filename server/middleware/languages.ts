import type { RequestHandler } from 'express'
import type { SiteLanguages } from '../languages/site-languages.ts'

/**
 * Returns a handler that redirects to the usual spelling of a language's address, and from a language that is turned
 * off to English. The redirects are not cached, because staff can change the languages. Forms are accepted at any
 * address.
 */
export function languageRedirects(languages: Pick<SiteLanguages, 'redirectAt'>): RequestHandler {
  return (request, response, next) => {
    const address = request.method === 'POST' ? undefined : languages.redirectAt(request.path)
    if (address === undefined) return next()
    const query = request.originalUrl.slice(request.path.length)
    response.set('Cache-Control', 'no-store').redirect(302, address + query)
  }
}
