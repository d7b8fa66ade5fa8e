import type { ContentReader } from './content.ts'
import { REDIRECT_QUERY } from './queries/redirects.ts'

/** Redirects that follow one another are walked this far; the form refuses loops, an API does not. */
const longestWalk = 5

/**
 * Where the redirects of the content lead from an address that has no page, as one step.
 *
 * @param url - the address that was asked for; its query is kept unless the target has one
 * @returns undefined where no redirect starts, or where redirects lead in a circle
 */
export async function findRedirect(
  content: ContentReader,
  url: URL,
): Promise<Response | undefined> {
  let target = url
  let temporary = false
  for (let step = 0; step <= longestWalk; step++) {
    const path = target.origin === url.origin ? await next(content, target.pathname) : null
    if (typeof path?.to !== 'string' || !URL.canParse(path.to, url.origin)) {
      return step === 0 ? undefined : respond(url, target, temporary)
    }
    temporary ||= path.temporary === true
    target = new URL(path.to, url.origin)
  }
  return undefined
}

async function next(content: ContentReader, pathname: string) {
  const path = readable(pathname.replace(/(?<=.)\/+$/, ''))
  return path === undefined ? null : content.fetch(REDIRECT_QUERY, { path })
}

/** Editors write addresses as people read them. A target that can't be decoded has none further. */
function readable(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

function respond(url: URL, target: URL, temporary: boolean): Response {
  if (!target.search) target.search = url.search
  const location = target.origin === url.origin ? target.href.slice(url.origin.length) : target.href
  return new Response(null, {
    status: temporary ? 302 : 301,
    // A browser would otherwise keep a 301 for good, and never hear of a change.
    headers: { Location: location, 'Cache-Control': 'no-cache' },
  })
}
