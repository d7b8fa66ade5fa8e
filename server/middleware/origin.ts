import type { Request, RequestHandler } from 'express'
import { sendErrorPage } from './error-page.ts'
import type { OnRejected } from './forms.ts'

/** A host name or address, with or without a port (RFC 9110, section 7.2). */
export const hostPattern = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/**
 * Answers `403` to a form that another site submits in a visitor's name. Own are the origin of `siteUrl` and
 * the one that the request was sent to, such as a LAN address.
 *
 * Origin tells who sent it, without it Sec-Fetch-Site, without that Referer; a client that sends none is no
 * browser. A browser that hides its referrer sends `null`, for which Sec-Fetch-Site must vouch; if it does
 * not, the form answers `403` itself and keeps the input (`isUnvouched`). `X-Forwarded-Host` counts as far as
 * "trust proxy" goes: one from elsewhere is removed, and one that names no host gets a `400`.
 */
export function sameOriginOnly(
  { siteUrl, isForm = () => false }: { siteUrl: () => string; isForm?: (r: Request) => boolean },
  onRejected: OnRejected = () => {},
): RequestHandler {
  return (request, response, next) => {
    const host = believedHost(request)
    if (host === undefined)
      return sendErrorPage(response, 400, 'This address could not be understood.')
    if (request.method === 'GET' || request.method === 'HEAD') return next()
    if (!isOwn(request, (address) => isOwnOrigin(request, host, siteUrl(), address))) {
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
    // Remix compares Origin with Host alone, which differ behind a proxy. It is checked now.
    delete request.headers.origin
    next()
  }
}

const unvouched = 'isUnvouched'

/** Whether a form's request may come from another site: the form must not take it. */
export const isUnvouched = ({ res }: Request): boolean => res?.locals[unvouched] === true

/** Returns the host that the visitor typed, if it is one. Removes an untrusted `X-Forwarded-Host`. */
export function believedHost(request: Request): string | undefined {
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
 * Whether an address is of `siteUrl`'s origin or the request's. Over https no http page is: it can be changed
 * on its way. A proxy that is not trusted may hide that it is https.
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

/** The host of an address, with its port unless it is the protocol's own. */
function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}
