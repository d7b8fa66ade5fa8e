import { aliasTarget, canonicalPath, hrefOf, normalizePath, pageSlug } from '../addresses.ts'
import { isEnglish } from '../language/language.ts'
import { addressIn, type LocalAddress } from '../language/local-path.ts'
import { onceFor } from '../once-for.ts'
import { sitePath } from '../site-path.ts'
import type { ContentReader } from './content-reader.ts'
import { REDIRECTS_QUERY } from './queries/addresses.ts'
import type { REDIRECTS_QUERY_RESULT } from './sanity.types.ts'
import type { SitePage } from './site-addresses.ts'

/** Maximum length of a chain of redirects. Redirects that the API creates can form a loop. */
const maxRedirects = 5

/** The redirects in the content by their start, as `redirectKey` returns it. */
export type Redirects = ReadonlyMap<string, REDIRECTS_QUERY_RESULT[number]>

/**
 * Returns the redirects in the content. The map is built again only after a change.
 *
 * @throws ContentError when the redirects can't be read
 */
export async function readRedirects(content: Pick<ContentReader, 'fetch'>): Promise<Redirects> {
  return byStart(await content.fetch(REDIRECTS_QUERY))
}

const byStart = onceFor((list: REDIRECTS_QUERY_RESULT): Redirects => {
  // Of several with the same start, the first one counts.
  const entries = list.map((redirect) => [redirectKey(redirect.from ?? ''), redirect] as const)
  return new Map(entries.reverse())
})

/**
 * The status of a redirect's response, and its headers. A path in `Location` is in the language of the request, without a
 * prefix. The full address of a page of this site is exact.
 */
export interface Redirection {
  status: 301 | 302
  headers: { Location: string; 'Cache-Control'?: string }
}

/** The address of a request, with its query. */
interface RequestedAddress extends LocalAddress {
  search: string
}

/** Returns the response for an alias, or undefined if the path is not an alias. Keeps the query. */
export function aliasRedirect({
  path,
  search,
}: Pick<RequestedAddress, 'path' | 'search'>): Redirection | undefined {
  const target = aliasTarget(path)
  return target === undefined ? undefined : { status: 301, headers: { Location: target + search } }
}

/**
 * Returns the response for an address without a page: an alias, a redirect in the content, or the English page in
 * another language. Returns undefined for an address that does not exist.
 */
export function redirectFor(
  address: RequestedAddress,
  origin: string,
  { redirects, pages }: { redirects: Redirects; pages: ReadonlyMap<string, SitePage> },
): Redirection | undefined {
  const { language, path, search } = address
  const alias = aliasRedirect(address)
  if (alias) return alias
  const inEnglish = urlOf(path, search, origin)
  if (isEnglish(language)) return findRedirect(redirects, inEnglish, sitePath)
  const exact = ({ href }: URL) => href
  const own = findRedirect(redirects, urlOf(addressIn(language, path), search, origin), exact)
  if (own) return own
  const page = pages.has(canonicalPath(path) ?? `/${pageSlug(path)}`)
  return page ? redirection(inEnglish.href, true) : findRedirect(redirects, inEnglish, sitePath)
}

/** Returns the URL of a path of this site, even if the path starts with several slashes. */
function urlOf(path: string, search: string, origin: string): URL {
  const url = new URL(origin)
  url.pathname = path
  url.search = search
  return url
}

/**
 * Returns the response for a redirect in the content. Follows chains, so that the browser gets one redirect. Returns
 * undefined if no redirect starts at this URL, or if the chain is a loop.
 *
 * @param locationOf returns the location of a target on this site
 */
function findRedirect(
  redirects: Redirects,
  url: URL,
  locationOf: (target: URL) => string,
): Redirection | undefined {
  let target = url
  let temporary = false
  for (let step = 0; step <= maxRedirects; step++) {
    const isOwn = target.origin === url.origin
    const found = isOwn ? redirects.get(redirectKey(target.pathname)) : undefined
    const next = found && targetOf(hrefOf(found.to), url.origin)
    if (!next) {
      if (step === 0) return undefined
      return redirection(isOwn ? locationOf(target) : target.href, temporary)
    }
    temporary ||= found.temporary === true
    next.search = mergedQuery(next.search, target.search)
    next.hash ||= target.hash
    target = next
  }
  return undefined
}

/** Returns a path for comparisons: decoded, in lower case and Unicode form NFC, without trailing slashes. */
const redirectKey = (path: string): string => normalizePath(path).toLowerCase()

/**
 * Returns a redirect's target on this site or the web. Returns undefined for others, such as `javascript:` or
 * `//host`.
 */
function targetOf(to: string, origin: string): URL | undefined {
  if (!/^(\/|https?:\/\/)/i.test(to) || !URL.canParse(to, origin)) return undefined
  const target = new URL(to, origin)
  const isOwn = target.origin === origin
  if (to.startsWith('/') && !isOwn) return undefined
  if (target.username || target.password) return undefined
  return isOwn ? new URL(sitePath(target), origin) : target
}

function redirection(Location: string, temporary: boolean): Redirection {
  return {
    status: temporary ? 302 : 301,
    // Otherwise a browser would cache a 301 permanently and miss later changes of the redirect.
    headers: { Location, 'Cache-Control': 'no-cache' },
  }
}

/** Returns the values of a redirect's own query, and of the given query those whose names it lacks. */
function mergedQuery(own: string, given: string): string {
  if (!own || !given) return own || given
  const names = new Set(new URLSearchParams(own).keys())
  const isNew = (pair: string) =>
    [...new URLSearchParams(pair).keys()].some((name) => !names.has(name))
  return [own, ...given.slice(1).split('&').filter(isNew)].join('&')
}
