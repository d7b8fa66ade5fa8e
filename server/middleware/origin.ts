import type { Request, RequestHandler } from 'express'
import { sendErrorPage } from 'halvi-site/error-page'
import { clientOf, originVerdict } from '../connections/client.ts'
import type { OnRejected } from './forms.ts'

interface Options {
  siteUrl: string
  /** The number of trusted proxies in front of the site. */
  proxies: number
  isForm?: (request: Request) => boolean
  isPersonal?: (request: Request) => boolean
}

/**
 * Returns a handler that rejects forms that another site submits (CSRF) with `403`, and invalid hosts with `400`. A form
 * with a hidden origin responds with `403` itself and keeps the input (`isUnvouched`).
 *
 * Personal pages accept every origin: no other site knows the token in their path. Mail services unsubscribe people
 * without an origin (RFC 8058), and browsers hide the origin of these pages.
 */
export function sameOriginOnly(
  { siteUrl, proxies, isForm = () => false, isPersonal = () => false }: Options,
  onRejected: OnRejected = () => {},
): RequestHandler {
  return (request, response, next) => {
    // From other clients than trusted proxies, Remix must not read it.
    if (proxies === 0) delete request.headers['x-forwarded-host']
    const client = clientOf(request, proxies, siteUrl)
    if (client.host === undefined) return sendErrorPage(response, 400, 'This address is not valid.')
    if (request.method === 'GET' || request.method === 'HEAD') return next()
    if (!isPersonal(request) && originVerdict(request, client, siteUrl) === 'other') {
      if (request.headers.origin === 'null' && isForm(request)) {
        delete request.headers.origin
        response.locals[unvouched] = true
        return next()
      }
      onRejected(request, 403)
      return sendErrorPage(
        response,
        403,
        'This form was sent from another site. Please open the page here and send it again.',
      )
    }
    // Remix compares Origin with Host, which differ behind a proxy. The origin has been checked at this point.
    delete request.headers.origin
    next()
  }
}

const unvouched = 'isUnvouched'

/** Returns whether a form's request may come from another site. The form must not accept it. */
export const isUnvouched = ({ res }: Request): boolean => res?.locals[unvouched] === true
