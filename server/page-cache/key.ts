import type { IncomingHttpHeaders } from 'node:http'
import type { PageAddress, PolicyOf } from './policy.ts'

/**
 * The suffix of keys for visitors who come from another page of this site. A path in a request line can't contain a
 * space.
 */
const sameOriginSuffix = ' same-origin'

/**
 * Returns the cache key of a request, or undefined if the response is not cacheable. The key is the language and the path
 * plus the query parameters that the page uses, as normalized by `keyedBy`. Other parameters are ignored. Visitors from
 * another page of this site have their own keys: their pages link to stylesheets that are inlined for first-time
 * visitors.
 */
export function keyOf(
  page: PageAddress,
  search: string,
  headers: IncomingHttpHeaders,
  policyOf: PolicyOf,
): string | undefined {
  const policy = policyOf(page)
  if (!policy) return undefined
  if (search && policy.query) {
    const query = new URLSearchParams(search)
    if (policy.query.some((name) => query.has(name))) {
      const parameters = policy.keyedBy?.(query)
      return parameters && keyFor(page, headers, `?${parameters}`)
    }
  }
  return keyFor(page, headers)
}

/** Returns whether a key includes query parameters. */
export function isVariant(key: string): boolean {
  return key.includes('?')
}

/** Returns the key of a page that is known to be cacheable, for a visitor with these headers. */
export function keyFor(
  { language, path }: PageAddress,
  headers: IncomingHttpHeaders,
  search = '',
): string {
  const suffix = headers['sec-fetch-site'] === 'same-origin' ? sameOriginSuffix : ''
  return `${language.code} ${path}${search}${suffix}`
}

/** Returns both keys of a page. */
export function keysOf(page: PageAddress): string[] {
  const key = keyFor(page, {})
  return [key, key + sameOriginSuffix]
}

/** Returns the key of the same page for a first visit without query parameters. */
export function pageIn(key: string): string {
  const end = key.indexOf('?')
  const page = end < 0 ? key : key.slice(0, end)
  return page.endsWith(sameOriginSuffix) ? page.slice(0, -sameOriginSuffix.length) : page
}

/** The request that renders the page of a key. */
interface KeyedRequest extends PageAddress {
  /** The query with its question mark. Empty for most pages. */
  search: string
  /** The only information about the visitor that a page receives. */
  headers: Record<string, string>
}

/** Returns the request that renders the page of a key. */
export function requestOf(key: string): KeyedRequest {
  const isSameOrigin = key.endsWith(sameOriginSuffix)
  const page = isSameOrigin ? key.slice(0, -sameOriginSuffix.length) : key
  const start = page.indexOf(' ')
  const end = isVariant(page) ? page.indexOf('?') : page.length
  return {
    language: { code: page.slice(0, start) },
    path: page.slice(start + 1, end),
    search: page.slice(end),
    headers: isSameOrigin ? { 'Sec-Fetch-Site': 'same-origin' } : {},
  }
}
