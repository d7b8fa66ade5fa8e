import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import type { CachedPage, Encoding, RenderedPage, Variant } from './store/page.ts'

/**
 * Parsed Accept-Encoding headers. A few browsers cover all visitors; the limit keeps invented headers from filling
 * the memory.
 */
const knownEncodings = new LRUCache<string, readonly Encoding[]>({ max: 100 })

/**
 * Sends a cached page in the smallest encoding that is ready and that the client accepts. Sends `304` if the client
 * already has it. Ignores Range (RFC 9110, section 14.2).
 *
 * @param age the age of an outdated page, in seconds
 */
export function sendPage(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  age?: number,
): void {
  const same = page.status === 200 && sameAs(headers['if-none-match'], page)
  const variant = same || variantFor(page, headers['accept-encoding'] as string | undefined)
  const ready = same ? variant.headersIfSame : variant.headers
  const sent = age === undefined ? ready : [...ready, 'Age', String(age)]
  response.writeHead(same ? 304 : page.status, sent as string[])
  if (same || method === 'HEAD') response.end()
  else response.end(variant.body)
}

function variantFor({ variants }: CachedPage, accepted: string | undefined): Variant {
  for (const encoding of encodingsFor(accepted)) {
    const variant = variants.get(encoding)
    if (variant) return variant
  }
  throw new Error('A page without a body')
}

/**
 * Returns the encodings that a client accepts, best first (RFC 9110, section 12.5.3). `identity` is always included.
 */
function encodingsFor(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return ['identity']
  let encodings = knownEncodings.get(header)
  if (!encodings) {
    const negotiator = new Negotiator({ headers: { 'accept-encoding': header } })
    const accepted = negotiator.encodings(['br', 'gzip', 'x-gzip'])
    // Ignores the client's preference: brotli is smaller than gzip.
    encodings = [
      ...(accepted.includes('br') ? (['br'] as const) : []),
      ...(accepted.includes('gzip') || accepted.includes('x-gzip') ? (['gzip'] as const) : []),
      'identity',
    ]
    knownEncodings.set(header, encodings)
  }
  return encodings
}

/**
 * Returns the variant that the client already has according to If-None-Match, compared weakly (RFC 9110, section
 * 13.1.2).
 */
function sameAs(condition: string | undefined, { variants }: CachedPage): Variant | undefined {
  if (condition === undefined) return undefined
  if (condition.trim() === '*') return variants.get('identity')
  const named = condition.match(/"[^"]*"/g)
  return [...variants.values()].find(({ etag }) => named?.includes(etag))
}

/** Sends an error page, which must not be cached. */
export function sendFailure(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers: own, body }: RenderedPage,
  headers: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of [...Object.entries(headers), ...own]) response.setHeader(name, value)
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Content-Length', body.length)
  response.statusCode = status
  response.end(method === 'HEAD' ? undefined : body)
}
