import type { IncomingHttpHeaders } from 'node:http'
import type { PolicyOf } from './policy.ts'

/** Set apart by a space, which no path in a request line can have. */
const further = ' same-origin'

/**
 * Returns the key under which a page is kept; undefined for what is not kept. It is the path, with a suffix
 * for visitors from another page of this site, whose pages refer to the styles that first visits have within
 * them, and what `keyedBy` makes of query parameters. Parameters that no page reads do not count.
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
