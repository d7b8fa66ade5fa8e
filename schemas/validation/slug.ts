import type { Addresses } from '../addresses.ts'

/**
 * Validates a slug, the last part of a page's URL. An empty value passes.
 *
 * @param type - the type of the document whose slug it is
 * @param addresses - omit them if the slug is not part of a page's URL
 * @returns true if the slug is valid and its URL is unused, otherwise the error for the editor
 */
export function checkSlug(
  type: string | undefined,
  slug: string | undefined,
  addresses?: Addresses,
) {
  if (!slug) return true
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) {
    return 'Use only lowercase letters, digits, and single hyphens, as in halvi-local.'
  }
  const address = type && addresses?.pageAddress(type, slug)
  return address && addresses?.isTaken(address) ? `Another page already uses ${address}.` : true
}
