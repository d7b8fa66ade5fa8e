import type { IncomingHttpHeaders } from 'node:http'
import type { PolicyOf } from './policy.ts'

/** Set apart by a space, which no path in a request line can have. */
const further = ' same-origin'

/**
 * The keys under which pages are kept: the path alone, for who comes from elsewhere, and with a suffix
 * for who comes from another page of this site (Fetch Metadata), since those refer to the styles that
 * first visits have within them. Parameters that no page reads, those of advertisements among them,
 * lead to the same page; what `keyedBy` makes of others is part of the key.
 *
 * @param url as it stands in the request line
 * @returns undefined for what is not kept
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
    const given = new URLSearchParams(url.slice(end))
    if (policy.query.some((name) => given.has(name))) {
      const parameters = policy.keyedBy?.(given)
      return parameters && keyFor(`${path}?${parameters}`, headers)
    }
  }
  return keyFor(path, headers)
}

/** Whether a key is that of a page which query parameters make. */
export function isVariant(key: string): boolean {
  return key.includes('?')
}

/** The key of a path that is known to be kept, for a visitor with these headers. */
export function keyFor(path: string, headers: IncomingHttpHeaders): string {
  return headers['sec-fetch-site'] === 'same-origin' ? path + further : path
}

/** The path that a key stands for, without its parameters. */
export function pathOf(key: string): string {
  const end = key.search(/[ ?]/)
  return end === -1 ? key : key.slice(0, end)
}

/** Both keys of a path. */
export function keysOf(path: string): string[] {
  return [path, path + further]
}

/** A request for the page that a key stands for. */
interface KeyedRequest {
  path: string
  /** With its question mark; empty for most pages. */
  search: string
  /** All that a page is told about who asks for it. */
  headers: Record<string, string>
}

/** What a key stands for. */
export function requestOf(key: string): KeyedRequest {
  const isFurther = key.endsWith(further)
  const url = isFurther ? key.slice(0, -further.length) : key
  const end = isVariant(url) ? url.indexOf('?') : url.length
  const headers: Record<string, string> = isFurther ? { 'Sec-Fetch-Site': 'same-origin' } : {}
  return { path: url.slice(0, end), search: url.slice(end), headers }
}
