import type { RequestHandler } from 'express'
import { addressIn } from 'halvi-site/language/local-path'

/**
 * Redirects to the usual spelling of a language's address, and to English from a language that is turned off and from
 * personal links in a removed one. Forms are not redirected, because one-click unsubscribing must not (RFC 8058, section
 * 3.1). The redirects are not cached, because staff can change the languages.
 */
export const languageRedirects: RequestHandler = ({ method, address }, response, next) => {
  if (!address.isMoved || (method !== 'GET' && method !== 'HEAD')) return next()
  const usual = addressIn(address.language, address.path) + address.search
  response.set('Cache-Control', 'no-store').redirect(302, usual)
}
