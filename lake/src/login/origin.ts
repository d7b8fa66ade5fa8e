import type { IncomingMessage } from 'node:http'

export interface BrowserAddress {
  /** The host in the browser's address bar; by default the Host header. */
  hostOf?: ((request: IncomingMessage) => string | undefined) | undefined
  /** Whether the page is at an https address; by default whether this very connection is encrypted. */
  isHttps?: ((request: IncomingMessage) => boolean) | undefined
}

/** Returns whether the connection of a request is encrypted. */
export function isEncrypted({ socket }: IncomingMessage): boolean {
  return 'encrypted' in socket && socket.encrypted === true
}

/**
 * Returns whether the browser says that a page of this origin sent the request; false when it says
 * nothing. Browsers send Origin with all but GET and HEAD, or else Sec-Fetch-Site. Over https a page at
 * http is another origin: it can be changed on its way. An https page is of this origin where a proxy
 * hides that it is https. https://www.w3.org/TR/fetch-metadata/
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
  const own = `${protocol}//${host}`
  return theirs !== '' && URL.canParse(own) && new URL(own).host === theirs
}

/** Returns whether a page of another origin sent it. Most GETs of pages and programs name none; links may be followed. */
export function isFromElsewhere(request: IncomingMessage, address?: BrowserAddress): boolean {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers
  if (origin !== undefined) return !isSameOrigin(request, address)
  return (site === 'cross-site' || site === 'same-site') && mode !== 'navigate'
}
