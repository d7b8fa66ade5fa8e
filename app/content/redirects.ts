import { normalizePath } from '../addresses.ts'
import { onceFor } from '../once-for.ts'
import { sitePath } from '../site-path.ts'
import type { ContentReader } from './content-reader.ts'
import { REDIRECTS_QUERY } from './queries/redirects.ts'
import type { REDIRECTS_QUERY_RESULT } from './sanity.types.ts'

/** Maximum length of a chain of redirects. The Studio's form rejects loops, but the API does not. */
export const maxRedirects = 5

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
  const redirects = new Map<string, REDIRECTS_QUERY_RESULT[number]>()
  for (const redirect of list) {
    const from: unknown = redirect?.from
    const key = typeof from === 'string' ? redirectKey(from) : undefined
    if (key !== undefined && !redirects.has(key)) redirects.set(key, redirect)
  }
  return redirects
})

/** The status of a redirect's response, and its headers. */
export interface Redirection {
  status: 301 | 302
  headers: { Location: string; 'Cache-Control': string }
}

/**
 * Returns the response for a redirect in the content. Follows chains, so that the browser gets one redirect. Returns
 * undefined if no redirect starts at this URL, or if the chain is a loop.
 */
export function findRedirect(redirects: Redirects, url: URL): Redirection | undefined {
  let target = url
  let temporary = false
  for (let step = 0; step <= maxRedirects; step++) {
    const found =
      target.origin === url.origin ? redirects.get(redirectKey(target.pathname)) : undefined
    const next = found && targetOf(found.to, url.origin)
    if (!next) return step === 0 ? undefined : redirection(url, target, temporary)
    temporary ||= found.temporary === true
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
function targetOf(to: unknown, origin: string): URL | undefined {
  if (typeof to !== 'string' || !/^(\/|https?:\/\/)/i.test(to) || !URL.canParse(to, origin)) return
  const target = new URL(to, origin)
  const isOwn = target.origin === origin
  if (to.startsWith('/') && !isOwn) return undefined
  if (target.username || target.password) return undefined
  return isOwn ? new URL(sitePath(target), origin) : target
}

function redirection(url: URL, target: URL, temporary: boolean): Redirection {
  if (!target.search) target.search = url.search
  const location = target.origin === url.origin ? sitePath(target) : target.href
  return {
    status: temporary ? 302 : 301,
    // Otherwise a browser would cache a 301 permanently and miss later changes of the redirect.
    headers: { Location: location, 'Cache-Control': 'no-cache' },
  }
}
