import { normalizePath } from '../addresses.ts'
import { sitePath } from '../site-path.ts'
import type { ContentReader } from './content-reader.ts'
import { REDIRECTS_QUERY } from './queries/redirects.ts'

/** Maximum length of a chain of redirects. The Studio's form rejects loops, but the API does not. */
export const maxRedirects = 5

/**
 * Returns the response for a redirect in the content. Follows chains, so that the browser gets one redirect. Returns
 * undefined if no redirect starts at this URL, or if the chain is a loop.
 */
export async function findRedirect(
  content: ContentReader,
  url: URL,
): Promise<Response | undefined> {
  const redirects = await content.fetch(REDIRECTS_QUERY)
  let target = url
  let temporary = false
  for (let step = 0; step <= maxRedirects; step++) {
    const start = target.origin === url.origin ? redirectKey(target.pathname) : undefined
    const found = redirects.find(
      ({ from }) => typeof from === 'string' && redirectKey(from) === start,
    )
    const next = found && targetOf(found.to, url.origin)
    if (!next) return step === 0 ? undefined : respond(url, target, temporary)
    temporary ||= found.temporary === true
    target = next
  }
  return undefined
}

/** Returns a path for comparisons: decoded, in lower case and Unicode form NFC, without trailing slashes. */
export const redirectKey = (path: string): string => normalizePath(path).toLowerCase()

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

function respond(url: URL, target: URL, temporary: boolean): Response {
  if (!target.search) target.search = url.search
  const location = target.origin === url.origin ? sitePath(target) : target.href
  return new Response(null, {
    status: temporary ? 302 : 301,
    // Otherwise a browser would cache a 301 permanently and miss later changes of the redirect.
    headers: { Location: location, 'Cache-Control': 'no-cache' },
  })
}
