import type { RequestHandler } from 'express'
import type { SiteLanguages } from '../languages/site-languages.ts'

/**
 * Returns a handler that redirects to the usual spelling of a language's address, and to English from a language that is
 * turned off and from personal links in a removed one. The redirects are not cached, because staff can change the
 * languages.
 */
export function languageRedirects(languages: Pick<SiteLanguages, 'redirectAt'>): RequestHandler {
  return (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const address = isRead ? languages.redirectAt(request.path) : undefined
    if (address === undefined) return next()
    const query = request.originalUrl.slice(request.path.length)
    response.set('Cache-Control', 'no-store').redirect(302, address + query)
  }
}

/**
 * Returns a handler that changes the path of a submitted form to that of its page, which is English if the language was
 * turned off or removed. It does not redirect, because one-click unsubscribing must not (RFC 8058, section 3.1).
 */
export function acceptForms(languages: Pick<SiteLanguages, 'formAddress'>): RequestHandler {
  return (request, _response, next) => {
    const { method, path, url } = request
    if (method === 'POST') request.url = languages.formAddress(path) + url.slice(path.length)
    next()
  }
}
