import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { CachePolicy } from '../../../app/route-handle.ts'

/** A content coding of RFC 9110, section 8.4.1. */
export type Coding = 'br' | 'gzip' | 'identity'

/** A page as the site has made it. */
export interface RenderedPage {
  status: number
  headers: readonly (readonly [string, string])[]
  body: Buffer
  /** The sync tags of all content in it. */
  tags: ReadonlySet<string>
  /** When something in it ceases to be true, in milliseconds since 1970; absent: never. */
  changesAt?: number | undefined
}

/** One form of a page, ready to be sent: nothing is left to compute for a request. */
export interface Variant {
  etag: string
  body: Buffer
  /** Names and values in turn, as `writeHead` takes them. */
  headers: readonly string[]
  /** Those of a `304 Not Modified` (RFC 9110, section 15.4.5). */
  headersIfSame: readonly string[]
}

/** A page that is kept. */
export interface Page {
  status: number
  variants: Map<Coding, Variant>
  /** Whatever hits one of these, drops it. */
  tags: ReadonlySet<string>
  /** When it was made, in milliseconds since 1970. */
  made: number
  /** For how long it is good though nothing is published, in milliseconds. */
  ttl: number
  /** When something in it ceases to be true, in milliseconds since 1970: it is dropped by then. */
  changesAt?: number | undefined
  /** Content in it was published since: it is the last good page, for want of a better one. */
  stale: boolean
  /** When to try again to replace it, on the clock of `performance.now`; 0: the last try did not fail. */
  retryAt: number
  /** Whether its brotli form is the smallest that there is. */
  smallest: boolean
  /** What it is made of, to be kept on disk. */
  source: { headers: readonly (readonly [string, string])[]; body: Buffer }
  /** Of its body: what the tags of its forms begin with. */
  hash: string
}

/** Browsers ask whether a page still stands; a CDN does so after a second, and keeps it for an outage. */
const cacheControl = 'public, max-age=0, s-maxage=1, stale-if-error=86400'

/** Set anew here, or of no meaning for another visitor. */
const ours = new Set([
  ...['cache-control', 'vary', 'etag', 'content-length', 'content-encoding', 'age', 'date'],
  ...['connection', 'transfer-encoding', 'x-request-id'],
])

/** What keys tell apart. */
const differences = 'sec-fetch-site'

/** Whether an answer is the same for everybody: a page, or that there is none. */
export function isCacheable({ status, headers }: RenderedPage): boolean {
  if (status !== 200 && status !== 404) return false
  const fields = new Headers(headers as [string, string][])
  const differs = fields.get('Vary')?.toLowerCase() ?? differences
  if (fields.has('Set-Cookie') || differs !== differences) return false
  return !/no-store|no-cache|private/i.test(fields.get('Cache-Control') ?? '')
}

/** Makes a page of what was rendered, ready to be sent as it is. `headers` every answer carries. */
export function pageOf(
  { status, headers: own, body, tags, changesAt }: RenderedPage,
  { seconds }: Pick<CachePolicy, 'seconds'>,
  headers: Readonly<Record<string, string>>,
): Page {
  const kept = [...Object.entries(headers), ...own].filter(
    ([name]) => !ours.has(name.toLowerCase()),
  )
  const page: Page = {
    status,
    variants: new Map(),
    tags,
    made: Date.now(),
    ttl: seconds * 1000,
    changesAt,
    stale: false,
    retryAt: 0,
    smallest: false,
    source: { headers: kept, body },
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 22),
  }
  setCoding(page, 'identity', body)
  return page
}

function variantOf(
  { status, source, hash }: Page,
  body: Buffer,
  coding: Coding,
  tag: string = coding,
): Variant {
  const etag = coding === 'identity' ? `"${hash}"` : `"${hash}-${tag}"`
  const always = ['Cache-Control', cacheControl, 'Vary', 'Accept-Encoding, Sec-Fetch-Site']
  // What is missing is never "not modified".
  if (status === 200) always.push('ETag', etag)
  const encoding = coding === 'identity' ? [] : ['Content-Encoding', coding]
  const length = ['Content-Length', String(body.length)]
  const headers = [...source.headers.flat(), ...always, ...encoding, ...length]
  return { etag, body, headers, headersIfSame: always }
}

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/** As quick as gzip, and a tenth smaller; the next better ones gain half a percent. */
const quickQuality = 5

/** Adds the codings that are missing, each within a millisecond and beside the event loop. */
export async function addQuickCodings(page: Page): Promise<void> {
  const { variants, source } = page
  await Promise.all([
    variants.has('gzip') || gzipped(source.body).then((body) => setCoding(page, 'gzip', body)),
    variants.has('br') || compress(source.body, quickQuality).then((body) => setQuick(page, body)),
  ])
}

/** Makes the brotli form as small as it gets, which takes fifty times as long as the quick one. */
export async function makeSmallest(
  page: Page,
  quality: number = constants.BROTLI_MAX_QUALITY,
): Promise<void> {
  setSmallest(page, await compress(page.source.body, quality))
}

/** Takes over what is compressed already from a page with the same body. */
export function takeCodings(page: Page, { variants, smallest }: Page): void {
  const [gzip, br] = (['gzip', 'br'] as const).map((coding) => variants.get(coding)?.body)
  if (gzip) setCoding(page, 'gzip', gzip)
  if (br) (smallest ? setSmallest : setQuick)(page, br)
}

/** Gives a page its smallest brotli form. */
export function setSmallest(page: Page, body: Buffer): void {
  setCoding(page, 'br', body)
  page.smallest = true
}

/** Its tag is not that of the smallest form: tags are strong (RFC 9110, section 8.8.1). */
const setQuick = (page: Page, body: Buffer) => setCoding(page, 'br', body, 'quick')

function setCoding(page: Page, coding: Coding, body: Buffer, tag?: string): void {
  page.variants.set(coding, variantOf(page, body, coding, tag))
}

function compress(body: Buffer, quality: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return brotlied(body, { params })
}
