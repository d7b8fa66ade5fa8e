import type { Language } from 'halvi-site/language/language'
import { addressIn } from 'halvi-site/language/local-path'
import { sitePath } from 'halvi-site/site-path'

/**
 * Returns the `Location` of a redirect as the browser gets it. A path is in the language of the request, and gets its
 * prefix unless it has it. The full address of a page of this site is exact. Its origin is left out: behind a proxy, it
 * may not be the browser's.
 */
export function locationIn(language: Language, location: string, origin: string): string {
  if (location.startsWith(`${origin}/`)) return sitePath(new URL(location))
  const home = addressIn(language, '/')
  const hasPrefix = `${location.replace(/[?#].*/s, '')}/`.startsWith(`${home}/`)
  return hasPrefix ? location : addressIn(language, location)
}

/** Returns the response to a request with its `Location` as the browser gets it. */
export function withLocation(
  response: Response,
  { method, url }: Request,
  language: Language,
): Response {
  const { headers, status } = response
  const location = headers.get('Location')
  if (location === null) return response
  headers.set('Location', locationIn(language, location, new URL(url).origin))
  // The form's page has no translation. With 307, the browser sends the form to the English page, which keeps the values.
  return method === 'POST' && status === 302
    ? new Response(null, { status: 307, headers })
    : response
}
