import type { IncomingMessage } from 'node:http'

export interface BrowserAddress {
  /** Returns the host in the browser's address bar. By default the Host header. */
  hostOf?: ((request: IncomingMessage) => string | undefined) | undefined
  /** Returns whether the page has an https address. By default, whether the connection is encrypted. */
  isHttps?: ((request: IncomingMessage) => boolean) | undefined
}

/** Returns whether the connection of a request is encrypted. */
export function isEncrypted({ socket }: IncomingMessage): boolean {
  return 'encrypted' in socket && socket.encrypted === true
}

/**
 * Returns whether a page of this origin sent the request, according to the browser's headers. Returns false if the
 * headers do not say so. Browsers send Origin with all methods except GET and HEAD, and Sec-Fetch-Site otherwise.
 *
 * If this site uses https, an http page is another origin, because an attacker on the network can change it. An https
 * page is accepted even if a proxy hides that the site uses https. See https://www.w3.org/TR/fetch-metadata/
 */
export function isSameOrigin(
  request: IncomingMessage,
  { hostOf = ({ headers }) => headers.host, isHttps = isEncrypted }: BrowserAddress = {},
): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === undefined) return site === 'same-origin'
  const host = hostOf(request)?.toLowerCase()
  if (!host || !URL.canParse(origin)) return false
  const { host: requestHost, protocol } = new URL(origin)
  if (protocol !== 'https:' && (protocol !== 'http:' || isHttps(request))) return false
  // The host may include the protocol's default port.
  const ownOrigin = `${protocol}//${host}`
  return requestHost !== '' && URL.canParse(ownOrigin) && new URL(ownOrigin).host === requestHost
}

/**
 * Returns whether a page of another origin sent the request. Navigation from other sites is allowed. Requests without
 * these headers, for example from programs, are too.
 */
export function isFromOtherOrigin(request: IncomingMessage, address?: BrowserAddress): boolean {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers
  if (origin !== undefined) return !isSameOrigin(request, address)
  return (site === 'cross-site' || site === 'same-site') && mode !== 'navigate'
}
