import type { IncomingMessage } from 'node:http'
import { type BrowserAddress, isEncrypted } from '../login/browser-address.ts'

/**
 * Does a browser say that a page of this origin sent the request? False when it says
 * nothing: every browser of today sends Origin with all but GET and HEAD, or else
 * Sec-Fetch-Site. Over https a page at http is another: it can be changed on its way. An https page
 * is of this origin where a proxy hides that it is https. https://www.w3.org/TR/fetch-metadata/
 */
export function isSameOrigin(
  request: IncomingMessage,
  { hostOf = ({ headers }) => headers.host, isHttps = isEncrypted }: BrowserAddress = {},
): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === undefined) return site === 'same-origin'
  const host = hostOf(request)?.toLowerCase()
  if (!host || !URL.canParse(origin)) return false
  const { host: theirs, protocol } = new URL(origin)
  if (protocol !== 'https:' && (protocol !== 'http:' || isHttps(request))) return false
  // A port that is the protocol's own may be written out.
  return (
    theirs !== '' &&
    URL.canParse(`${protocol}//${host}`) &&
    new URL(`${protocol}//${host}`).host === theirs
  )
}

/**
 * Does a browser say that a page of another origin sent the request? A page of this one mostly sends no
 * Origin with GET and HEAD, and neither does a program. A link from elsewhere may be followed.
 */
export function isFromElsewhere(request: IncomingMessage, address?: BrowserAddress): boolean {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers
  if (origin !== undefined) return !isSameOrigin(request, address)
  return (site === 'cross-site' || site === 'same-site') && mode !== 'navigate'
}
