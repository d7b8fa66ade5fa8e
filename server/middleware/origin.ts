import type { Request, RequestHandler } from 'express'
import { sendErrorPage } from 'halvi-site/error-page'
import type { OnRejected } from './forms.ts'

/**
 * Returns a handler that rejects forms that another site submits (CSRF) with `403`. Accepted are the origin of
 * `siteUrl` and the origin that the request was sent to, such as a LAN address.
 *
 * Checks the Origin header; without it, Sec-Fetch-Site; without that, Referer. A client that sends none of them is
 * not a browser and is accepted. A browser that hides its referrer sends the Origin `null`, which is accepted only if
 * Sec-Fetch-Site confirms the same origin. Otherwise the form responds with `403` itself and keeps the input
 * (`isUnvouched`). `X-Forwarded-Host` is trusted as far as "trust proxy" allows. From other clients it is removed,
 * and an invalid one is rejected with `400`.
 *
 * Personal pages accept every origin: no other site knows the token in their path. Mail services unsubscribe people
 * without an origin (RFC 8058), and browsers hide the origin of these pages.
 */
export function sameOriginOnly(
  {
    siteUrl,
    isForm = () => false,
    isPersonal = () => false,
  }: {
    siteUrl: () => string
    isForm?: (request: Request) => boolean
    isPersonal?: (request: Request) => boolean
  },
  onRejected: OnRejected = () => {},
): RequestHandler {
  return (request, response, next) => {
    const host = trustedHost(request)
    if (host === undefined) return sendErrorPage(response, 400, 'This address is not valid.')
    if (request.method === 'GET' || request.method === 'HEAD') return next()
    if (
      !isPersonal(request) &&
      !isOwn(request, (address) => isOwnOrigin(request, host, siteUrl(), address))
    ) {
      if (request.get('origin') === 'null' && isForm(request)) {
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

/**
 * Returns the host that the visitor entered, or undefined if it is not valid. Removes an untrusted
 * `X-Forwarded-Host`.
 */
export function trustedHost(request: Request): string | undefined {
  const trusts = request.app.get('trust proxy fn') as (address?: string, hop?: number) => boolean
  if (!trusts(request.socket.remoteAddress, 0)) delete request.headers['x-forwarded-host']
  const forwarded = request.get('x-forwarded-host')?.split(',')[0]?.trim()
  return hostOf(`${request.protocol}://${forwarded || request.get('host')}`)
}

function isOwn(request: Request, own: (address: string) => boolean): boolean {
  const origin = request.get('origin')
  const site = request.get('sec-fetch-site')
  if (origin === 'null') return site === 'same-origin'
  if (origin !== undefined) return own(origin)
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const referer = request.get('referer')
  return referer === undefined || own(referer)
}

/**
 * Returns whether an address has the origin of `siteUrl` or of the request. On an https site, an http page does not
 * count because it may have been modified in transit. Behind an untrusted proxy, https may not be detected.
 */
export function isOwnOrigin(
  request: Request,
  host: string,
  siteUrl: string,
  address: string,
): boolean {
  if (!URL.canParse(address)) return false
  const { origin } = new URL(address)
  const site = URL.canParse(siteUrl) ? new URL(siteUrl).origin : undefined
  if (origin === site || origin === `https://${host}`) return true
  return origin === `http://${host}` && !request.secure && site !== `https://${host}`
}

/** Returns the host of a URL, with its port unless it is the protocol's default. */
function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}
