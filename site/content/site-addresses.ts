import {
  aliasTarget,
  canonicalPath,
  hrefOf,
  normalizePath,
  pageSlug,
  pagesOf,
  pageTypes,
} from '../addresses.ts'
import { english, isEnglish, type Language } from '../language/language.ts'
import { addressIn } from '../language/local-path.ts'
import { onceFor } from '../once-for.ts'
import { pages } from '../pages.ts'
import { sitePath } from '../site-path.ts'
import type { ContentReader } from './content-reader.ts'
import { ADDRESSES_QUERY, REDIRECTS_QUERY } from './queries/addresses.ts'
import type { ADDRESSES_QUERY_RESULT, REDIRECTS_QUERY_RESULT } from './sanity.types.ts'

/** A page that exists in the content. */
export interface SitePage {
  sitemap: boolean
  /** The codes of the languages in which it is published. */
  languages: readonly string[]
  /** When its document was last published, as ISO 8601. Absent for a page without a document. */
  changed?: string
}

/**
 * Returns the pages that exist, by their canonical paths, in the order of the list of pages. The map is built again
 * only after a change.
 *
 * @throws ContentError
 */
export async function readPages(
  content: Pick<ContentReader, 'fetch'>,
): Promise<ReadonlyMap<string, SitePage>> {
  return pagesByPath(await content.fetch(ADDRESSES_QUERY, { types: pageTypes }))
}

const pagesByPath = onceFor((documents: ADDRESSES_QUERY_RESULT) => {
  const found = new Map<string, SitePage>()
  const languagesOfType = (type: string | undefined) =>
    documents.find(({ _type }) => _type === type)?.languages ?? [english.code]
  for (const { path, sitemap, always, document } of pages) {
    if (always) found.set(path, { sitemap, languages: languagesOfType(document) })
  }
  for (const { changed, unlisted, languages, ...document } of documents) {
    for (const { path, sitemap, frame } of pagesOf(document)) {
      // A page that consists of two documents exists in the languages of both.
      const both = frame
        ? languages.filter((code) => languagesOfType(frame).includes(code))
        : languages
      found.set(path, { sitemap: sitemap && unlisted !== true, changed, languages: both })
    }
  }
  return found
})

/**
 * Returns the languages of the page at a path without prefix, English first. Returns an empty list for a path without
 * a page.
 */
export function languagesOf(
  path: string,
  pages: ReadonlyMap<string, SitePage>,
  languages: readonly Language[],
): Language[] {
  const page = pages.get(canonicalPath(path) ?? `/${pageSlug(path)}`)
  return languages.filter(({ code }) => page?.languages.includes(code))
}

/** Returns the paths of the pages that exist in English, but not in a language. */
export const untranslatedPages = (
  pages: ReadonlyMap<string, SitePage>,
  language: Language,
): string[] =>
  isEnglish(language)
    ? []
    : [...pages]
        .filter(([, { languages }]) => !languages.includes(language.code))
        .map(([path]) => path)

/** A page in the sitemap, with the languages in which it exists. */
interface ListedPage {
  path: string
  changed: string | undefined
  languages: Language[]
}

/** Returns the pages in the sitemap, in the order of the list of pages. */
export function pagesInSitemap(
  pages: ReadonlyMap<string, SitePage>,
  languages: readonly Language[],
): ListedPage[] {
  // The Studio rejects such a page, because its address belongs to the language.
  const isInOtherLanguage = (path: string) =>
    languages.some((one) => !isEnglish(one) && `${path}/`.startsWith(`${addressIn(one, '/')}/`))
  return [...pages]
    .filter(([path, { sitemap }]) => sitemap && !isInOtherLanguage(path))
    .map(([path, { changed, languages: codes }]) => {
      const own = languages.filter(({ code }) => codes.includes(code))
      return { path, changed, languages: own }
    })
}

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

/** An address of the site: its language, and its path without the prefix of the language. */
export interface LocalAddress {
  language: Language
  path: string
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
