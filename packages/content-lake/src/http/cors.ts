import type { IncomingMessage, ServerResponse } from 'node:http'

/** Returns whether pages of an origin may read responses, and whether they may send credentials. */
export type CorsPolicy = (origin: string) => { allowCredentials: boolean } | undefined

const PREFLIGHT_SECONDS = '600'
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const HEADER_NAMES = /^[\w\s,-]*$/

/** Paths by which a Studio checks whether its origin is allowed. Pages of any origin may read them. */
const OPEN_PATHS = /^\/v[^/]+\/(ping|check\/cors)$/

/**
 * Sets the CORS headers of a response. A page whose origin is not allowed gets none, so that its browser withholds the
 * response. Answers a preflight request and returns true.
 */
export function respondToPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  policy: CorsPolicy,
): boolean {
  const { origin, 'access-control-request-headers': headers = '' } = request.headers
  response.appendHeader('Vary', 'Origin')
  if (origin === undefined) return false
  const allowed = policy(origin)
  if (allowed) {
    response.setHeader('Access-Control-Allow-Origin', origin)
    if (allowed.allowCredentials) response.setHeader('Access-Control-Allow-Credentials', 'true')
    response.setHeader('Access-Control-Expose-Headers', 'Content-Type, Content-Length, ETag')
    // A Studio reads the protocol of a ping, and warns its users of HTTP/1.1.
    response.setHeader('Timing-Allow-Origin', origin)
  } else if (OPEN_PATHS.test(pathname)) response.setHeader('Access-Control-Allow-Origin', '*')
  const method = request.headers['access-control-request-method']
  if (request.method !== 'OPTIONS' || method === undefined) return false
  if (allowed) {
    response.setHeader('Access-Control-Allow-Methods', METHODS)
    if (HEADER_NAMES.test(headers)) response.setHeader('Access-Control-Allow-Headers', headers)
    response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS)
  }
  response.writeHead(204).end()
  return true
}
