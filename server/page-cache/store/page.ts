import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { CachePolicy } from '../../../app/route-handle.ts'

/** A content encoding (RFC 9110, section 8.4.1). */
export type Encoding = 'br' | 'gzip' | 'identity'

/** The tag of pages that show people. Such pages are not stored on disk, and are dropped when the people change. */
export const peopleTag = 'people'

/** A response as rendered by the site. */
export interface RenderedPage {
  status: number
  headers: readonly (readonly [string, string])[]
  body: Buffer
  /** The tags of all results and facts on the page. */
  tags: ReadonlySet<string>
  /** When a date on the page makes it outdated, in milliseconds since 1970. Absent: never. */
  changesAt?: number | undefined
}

/** A page in one encoding, ready to be sent without further computation. */
export interface Variant {
  etag: string
  body: Buffer
  /** Alternating names and values, as `writeHead` accepts them. */
  headers: readonly string[]
  /** The headers of a `304 Not Modified` response (RFC 9110, section 15.4.5). */
  headersIfSame: readonly string[]
}

/** A cached page. */
export interface CachedPage {
  status: number
  variants: Map<Encoding, Variant>
  /** The tags of all results and facts on the page. A change of one of them makes the page stale. */
  tags: ReadonlySet<string>
  /** When the page was rendered, in milliseconds since 1970. */
  renderedAt: number
  /** How long the page is fresh if nothing is published, in milliseconds. */
  ttl: number
  /** When a date on the page makes it outdated, in milliseconds since 1970. */
  changesAt?: number | undefined
  /**
   * Whether content on the page was published since it was rendered. It is then served only until there is a newer
   * one.
   */
  stale: boolean
  /** When to try again after a failed render, on the clock of `performance.now`. 0 if the last render succeeded. */
  retryAt: number
  /** The uncompressed page, which is also stored on disk. */
  source: { headers: readonly (readonly [string, string])[]; body: Buffer }
  /** A hash of the body. The ETags of all variants start with it. */
  hash: string
}

/**
 * Browsers revalidate a page at each visit. A CDN revalidates after one second and may serve a stale page during an
 * outage.
 */
const cacheControl = 'public, max-age=0, s-maxage=1, stale-if-error=86400'

/** Headers that this module sets itself or that apply to one request only. */
const omittedHeaders = new Set([
  ...['cache-control', 'vary', 'etag', 'content-length', 'content-encoding', 'age', 'date'],
  ...['connection', 'transfer-encoding', 'x-request-id'],
])

/** The only header by which a rendered page may vary. It is part of the cache key. */
const variesBy = 'sec-fetch-site'

/** Returns whether a response is the same for all visitors. It may also be a 404. */
export function isCacheable({ status, headers }: RenderedPage): boolean {
  if (status !== 200 && status !== 404) return false
  const fields = new Headers(headers as [string, string][])
  const differs = fields.get('Vary')?.toLowerCase() ?? variesBy
  if (fields.has('Set-Cookie') || differs !== variesBy) return false
  return !/no-store|no-cache|private/i.test(fields.get('Cache-Control') ?? '')
}

/**
 * Returns a page that is ready to be sent, without compressed variants.
 *
 * @param headers the headers of every response
 */
export function pageOf(
  { status, headers: own, body, tags, changesAt }: RenderedPage,
  { seconds }: Pick<CachePolicy, 'seconds'>,
  headers: Readonly<Record<string, string>>,
): CachedPage {
  const ownHeaders = [...Object.entries(headers), ...own].filter(
    ([name]) => !omittedHeaders.has(name.toLowerCase()),
  )
  const page: CachedPage = {
    status,
    variants: new Map(),
    tags,
    renderedAt: Date.now(),
    ttl: seconds * 1000,
    changesAt,
    stale: false,
    retryAt: 0,
    source: { headers: ownHeaders, body },
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 22),
  }
  setEncoding(page, 'identity', body)
  return page
}

function variantOf(
  { status, source, hash }: CachedPage,
  body: Buffer,
  encoding: Encoding,
): Variant {
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  const always = ['Cache-Control', cacheControl, 'Vary', 'Accept-Encoding, Sec-Fetch-Site']
  // A 404 is never "not modified", so it has no ETag.
  if (status === 200) always.push('ETag', etag)
  const contentEncoding = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
  const length = ['Content-Length', String(body.length)]
  const headers = [...source.headers.flat(), ...always, ...contentEncoding, ...length]
  return { etag, body, headers, headersIfSame: always }
}

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/** Adds gzip, which takes about a millisecond, outside the event loop. */
export async function addGzip(page: CachedPage): Promise<void> {
  if (page.variants.has('gzip')) return
  setEncoding(page, 'gzip', await gzipped(page.source.body))
}

/**
 * Adds brotli, outside the event loop. The default quality of 11 takes 400 ms for the landing page and is 21% smaller
 * than gzip. Qualities up to 9 are only 13% smaller.
 */
export async function addBrotli(
  page: CachedPage,
  quality: number = constants.BROTLI_MAX_QUALITY,
): Promise<void> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: page.source.body.length,
  }
  setEncoding(page, 'br', await brotlied(page.source.body, { params }))
}

/** Sets a compressed variant of a page. */
export function setEncoding(page: CachedPage, encoding: Encoding, body: Buffer): void {
  page.variants.set(encoding, variantOf(page, body, encoding))
}
