import type { Addresses } from '../addresses.ts'
import { withoutLanguage } from './language.ts'

/** A redirect. Its old URL is empty until an editor has entered one. */
export interface Redirect {
  from?: string | undefined
  to?: string | undefined
  /** The id of the page that it leads to, instead of `to`. */
  page?: string | null
}

/** The other redirects and the pages of the site, which a redirect must not conflict with. */
export interface RedirectContext {
  /** All other redirects. */
  redirects: readonly Redirect[]
  /** The documents that can be pages. */
  pages: readonly { _type: string; slug?: string | null }[]
  /** The codes of the languages. */
  codes?: readonly string[]
  addresses: Pick<Addresses, 'isTaken' | 'pageAddress'>
}

/**
 * Checks that no page and no other redirect uses a redirect's old URL.
 *
 * @returns true if the URL is unused, otherwise the error for the editor
 */
export function checkSource(
  from: string | undefined,
  { redirects, pages, codes = [], addresses }: RedirectContext,
) {
  if (!from) return true
  if (/[?#]/.test(from))
    return 'Remove ? or # and the text after it. The redirect keeps them automatically.'
  const path = normalizedPath(from)
  const page = withoutLanguage(path, codes)
  const isPage = pages.some(
    ({ _type, slug }) => addresses.pageAddress(_type, slug ?? undefined)?.toLowerCase() === page,
  )
  if (isPage || addresses.isTaken(page))
    return `There is already a page at ${path}. Choose an unused URL.`
  if (redirects.some((other) => normalizedPath(other.from) === path)) {
    return `There is already a redirect from ${path}. Edit that one instead.`
  }
  return true
}

/** Returns the redirects that start at a path. */
export const redirectsAt = (path: string, redirects: readonly Redirect[]) =>
  redirects.filter(({ from }) => normalizedPath(from) === normalizedPath(path))

/** Returns a path as the site compares it: decoded, in lower case, without its query and trailing slashes. */
function normalizedPath(address: string | undefined): string {
  const path = address?.replace(/[?#].*/s, '') ?? ''
  return decoded(path)
    .replace(/(?<=[^/]|^\/)\/+$/, '')
    .normalize('NFC')
    .toLowerCase()
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
