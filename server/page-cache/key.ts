import type { IncomingHttpHeaders } from 'node:http'
import type { PolicyOf } from './policy.ts'

/** Set apart by a space, which no path in a request line can have. */
const further = ' same-origin'

/**
 * The keys under which pages are kept: the path alone, for who comes from elsewhere, and with a suffix
 * for who comes from another page of this site (Fetch Metadata), since those refer to the styles that
 * first visits have within them. Parameters that no page reads, those of advertisements among them,
 * lead to the same page.
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
    if (policy.query.some((name) => given.has(name))) return undefined
  }
  return keyFor(path, headers)
}

/** The key of a path that is known to be kept, for a visitor with these headers. */
export function keyFor(path: string, headers: IncomingHttpHeaders): string {
  return headers['sec-fetch-site'] === 'same-origin' ? path + further : path
}

/** Both keys of a path. */
export function keysOf(path: string): string[] {
  return [path, path + further]
}

/** What a key stands for: the path, and all that a page is told about who asks for it. */
export function requestOf(key: string): { path: string; headers: Record<string, string> } {
  if (!key.endsWith(further)) return { path: key, headers: {} }
  const path = key.slice(0, -further.length)
  return { path, headers: { 'Sec-Fetch-Site': 'same-origin' } }
}
