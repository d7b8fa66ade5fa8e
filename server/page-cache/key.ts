import type { IncomingHttpHeaders } from 'node:http'
import type { PolicyOf } from './policy.ts'

/**
 * The suffix of keys for visitors who come from another page of this site. A path in a request line can't contain a
 * space.
 */
const sameOriginSuffix = ' same-origin'

/**
 * Returns the cache key of a request, or undefined if the response is not cacheable. The key is the path plus the
 * query parameters that the page uses, as normalized by `keyedBy`. Other parameters are ignored. Visitors from
 * another page of this site have their own keys: their pages link to stylesheets that are inlined for first-time
 * visitors.
 */
export function keyOf(
  url: string,
  headers: IncomingHttpHeaders,
  policyOf: PolicyOf,
): string | undefined {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  const policy = policyOf(path)
  if (!policy) return undefined
  if (end !== -1 && policy.query) {
    const query = new URLSearchParams(url.slice(end))
    if (policy.query.some((name) => query.has(name))) {
      const parameters = policy.keyedBy?.(query)
      return parameters && keyFor(`${path}?${parameters}`, headers)
    }
  }
  return keyFor(path, headers)
}

/** Returns whether a key includes query parameters. */
export function isVariant(key: string): boolean {
  return key.includes('?')
}

/** Returns the key of a path that is known to be cacheable, for a visitor with these headers. */
export function keyFor(path: string, headers: IncomingHttpHeaders): string {
  return headers['sec-fetch-site'] === 'same-origin' ? path + sameOriginSuffix : path
}

/** Returns the path of a key, without query parameters. */
export function pathOf(key: string): string {
  const end = key.search(/[ ?]/)
  return end === -1 ? key : key.slice(0, end)
}

/** Returns both keys of a path. */
export function keysOf(path: string): string[] {
  return [path, path + sameOriginSuffix]
}

/** The request that renders the page of a key. */
interface KeyedRequest {
  path: string
  /** The query with its question mark. Empty for most pages. */
  search: string
  /** The only information about the visitor that a page receives. */
  headers: Record<string, string>
}

/** Returns the request that renders the page of a key. */
export function requestOf(key: string): KeyedRequest {
  const isSameOrigin = key.endsWith(sameOriginSuffix)
  const url = isSameOrigin ? key.slice(0, -sameOriginSuffix.length) : key
  const end = isVariant(url) ? url.indexOf('?') : url.length
  const headers: Record<string, string> = isSameOrigin ? { 'Sec-Fetch-Site': 'same-origin' } : {}
  return { path: url.slice(0, end), search: url.slice(end), headers }
}
